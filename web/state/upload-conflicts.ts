import { type PlannedUpload, foldersAbove } from './upload-plan.ts';

/** What is at the target already: whether each relative path is a folder. */
export type ExistingEntries = ReadonlyMap<string, { readonly isFolder: boolean }>;

export interface UploadConflict {
  readonly relativePath: string;
  readonly isFolder: boolean;
  /** Only a file can take the place of a file; whatever else is in the way stays. */
  readonly isReplaceable: boolean;
}

export type ConflictChoice = 'skip' | 'replace' | 'rename';

/** A planned upload with its way settled. */
export interface SettledUpload extends PlannedUpload {
  readonly overwrite: boolean;
}

/**
 * Names that are taken. A folder that meets a folder is no conflict: the two become one. What lies in a
 * folder that is itself a conflict is not named again.
 */
export function findConflicts(
  uploads: readonly PlannedUpload[],
  existing: ExistingEntries,
): UploadConflict[] {
  return uploads.flatMap(({ relativePath, isFolder }) => {
    const taken = existing.get(relativePath);
    if (!taken || (taken.isFolder && isFolder)) return [];
    return [{ relativePath, isFolder, isReplaceable: !isFolder && !taken.isFolder }];
  });
}

/**
 * The uploads as the choices leave them: without what is skipped, with new names where both are kept, and
 * without folders that are there already. A conflict without a choice is skipped.
 */
export function settleConflicts(
  uploads: readonly PlannedUpload[],
  existing: ExistingEntries,
  choices: ReadonlyMap<string, ConflictChoice>,
): SettledUpload[] {
  const taken = new Set([...existing.keys(), ...uploads.map(({ relativePath }) => relativePath)]);
  const conflicts = new Map(
    findConflicts(uploads, existing).map((conflict) => [conflict.relativePath, conflict]),
  );
  const moved = new Map<string, string>();
  const skipped = new Set<string>();
  const settled: SettledUpload[] = [];

  for (const upload of uploads) {
    const folders = foldersAbove(upload.relativePath);
    if (folders.some((folder) => skipped.has(folder))) continue;
    const conflict = conflicts.get(upload.relativePath);
    const choice = conflict ? (choices.get(upload.relativePath) ?? 'skip') : undefined;
    if (choice === 'rename') {
      moved.set(upload.relativePath, freePath(upload.relativePath, upload.isFolder, taken));
    } else if (conflict && (choice === 'skip' || !conflict.isReplaceable)) {
      skipped.add(upload.relativePath);
      continue;
    } else if (upload.isFolder && existing.has(upload.relativePath)) {
      continue;
    }
    settled.push(withNewPath(upload, { moved, folders, overwrite: choice === 'replace' }));
  }
  return settled;
}

function withNewPath(
  upload: PlannedUpload,
  {
    moved,
    folders,
    overwrite,
  }: { moved: ReadonlyMap<string, string>; folders: readonly string[]; overwrite: boolean },
): SettledUpload {
  const from = [upload.relativePath, ...folders].find((path) => moved.has(path));
  const to = from === undefined ? undefined : moved.get(from);
  if (from === undefined || to === undefined) return { ...upload, overwrite };
  const relativePath = to + upload.relativePath.slice(from.length);
  const name = relativePath.slice(relativePath.lastIndexOf('/') + 1);
  return { ...upload, relativePath, name, overwrite };
}

/** `a.txt` → the first of `a(1).txt`, `a(2).txt` … that is free, as the server names copies. */
function freePath(path: string, isFolder: boolean, taken: Set<string>): string {
  const nameStart = path.lastIndexOf('/') + 1;
  const dot = path.lastIndexOf('.');
  const cut = isFolder || dot <= nameStart ? path.length : dot;
  for (let number = 1; ; number += 1) {
    const candidate = `${path.slice(0, cut)}(${number})${path.slice(cut)}`;
    if (taken.has(candidate)) continue;
    taken.add(candidate);
    return candidate;
  }
}
