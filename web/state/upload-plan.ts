import { isTemporaryName } from '#contract/temporary-names.ts';
import { MAX_NAME_BYTES, parseTreePath, type TreePath } from '#contract/paths.ts';
import type { FailureCode } from './upload-job.ts';

/** A picked or dropped file or folder. */
export interface PickedItem {
  /** Relative path without leading and trailing slash. */
  readonly relativePath: string;
  /** Undefined for a folder. */
  readonly file: Blob | undefined;
  /** True if the item cannot be opened. */
  readonly isUnreadable?: boolean;
}

/** A file or folder to upload: a picked item, or a parent folder that the path of one implies. */
export interface PlannedUpload {
  readonly relativePath: string;
  readonly name: string;
  readonly isFolder: boolean;
  readonly size: number;
  readonly file: Blob | undefined;
}

/** An item that cannot be uploaded. Its name may be invalid. */
export interface RefusedItem extends PlannedUpload {
  readonly reason: Extract<
    FailureCode,
    'name-too-long' | 'path-too-long' | 'invalid-name' | 'unreadable'
  >;
}

export interface UploadPlan {
  /** In the order of picking, with folders before their contents. */
  readonly uploads: readonly PlannedUpload[];
  readonly refused: readonly RefusedItem[];
}

const utf8 = new TextEncoder();

/** Refuses items whose name or path is not possible, and those that cannot be read, and adds implied parent folders. */
export function planUploads(target: TreePath, items: readonly PickedItem[]): UploadPlan {
  const uploads: PlannedUpload[] = [];
  const refused: RefusedItem[] = [];
  const folders = new Set<string>();

  for (const item of items) {
    const planned = plannedUpload(item);
    const reason = item.isUnreadable ? 'unreadable' : reasonToRefuse(target, item.relativePath);
    if (reason) {
      refused.push({ ...planned, reason });
      continue;
    }
    for (const folder of missingFolders(folders, item.relativePath)) uploads.push(folder);
    if (!planned.isFolder) uploads.push(planned);
    else if (!folders.has(planned.relativePath)) uploads.push(planned);
    if (planned.isFolder) folders.add(planned.relativePath);
  }
  return { uploads, refused };
}

/** Adds the parent folders of `relativePath` that `folders` lacks, and returns them, outermost first. */
function missingFolders(folders: Set<string>, relativePath: string): PlannedUpload[] {
  const missing: PlannedUpload[] = [];
  for (const path of foldersAbove(relativePath)) {
    if (folders.has(path)) continue;
    folders.add(path);
    missing.push(plannedUpload({ relativePath: path, file: undefined }));
  }
  return missing;
}

/** Returns the parent folders: `a/b/c.txt` → `a`, `a/b`. */
export function foldersAbove(relativePath: string): string[] {
  const names = relativePath.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

function plannedUpload({ relativePath, file }: PickedItem): PlannedUpload {
  return {
    relativePath,
    name: relativePath.slice(relativePath.lastIndexOf('/') + 1),
    isFolder: file === undefined,
    size: file?.size ?? 0,
    file,
  };
}

function reasonToRefuse(target: TreePath, relativePath: string): RefusedItem['reason'] | undefined {
  const names = relativePath.split('/');
  if (names.some((name) => utf8.encode(name).length > MAX_NAME_BYTES)) return 'name-too-long';
  // An empty name would change the path.
  if (names.some((name) => name === '' || isTemporaryName(name))) return 'invalid-name';
  if (parseTreePath(`${target}/${relativePath}`)) return undefined;
  const hasInvalidName = names.some((name) => name === '.' || name === '..' || name.includes('\0'));
  return hasInvalidName || !relativePath.isWellFormed() ? 'invalid-name' : 'path-too-long';
}
