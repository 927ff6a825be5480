import { MAX_EXISTING_BODY_BYTES, MAX_EXISTING_PATHS } from '#contract/existing.ts';
import type { TreePath } from '#contract/paths.ts';
import { existingItems } from '../../api/existing.ts';
import type { ExistingEntries, ExistingEntry } from '../../state/upload-conflicts.ts';
import type { PlannedUpload } from '../../state/upload-plan.ts';

/** Returns the existing entries at the destinations of uploads, by relative path. */
export async function readExisting(
  target: TreePath,
  uploads: readonly PlannedUpload[],
  signal: AbortSignal,
): Promise<ExistingEntries> {
  const existing = new Map<string, ExistingEntry>();
  // Nothing can be taken in a folder that is new.
  const isNew = new Set<string>();
  for (const level of byDepth(uploads)) {
    const asked = level.filter(({ relativePath }) => !isNew.has(folderOf(relativePath)));
    for (const paths of inCalls(asked.map(({ relativePath }) => relativePath))) {
      for (const { path, isDir, ...facts } of await existingItems(target, paths, signal))
        existing.set(path, { isFolder: isDir, ...facts });
    }
    for (const { relativePath, isFolder } of level)
      if (isFolder && !existing.has(relativePath)) isNew.add(relativePath);
  }
  return existing;
}

const utf8 = new TextEncoder();
/** Room in the body of a call for everything but its paths. */
const FRAME_BYTES = 100;

/** Returns the paths in lists that fit into one call each. */
function inCalls(paths: readonly string[]): string[][] {
  const calls: string[][] = [];
  let bytes = 0;
  for (const path of paths) {
    const size = utf8.encode(`${JSON.stringify(path)},`).length;
    const call = calls.at(-1);
    const fits = bytes + size <= MAX_EXISTING_BODY_BYTES - FRAME_BYTES;
    if (call && fits && call.length < MAX_EXISTING_PATHS) {
      call.push(path);
      bytes += size;
    } else {
      calls.push([path]);
      bytes = size;
    }
  }
  return calls;
}

/** Returns the uploads by level, the outermost first. */
function byDepth(uploads: readonly PlannedUpload[]): PlannedUpload[][] {
  const levels: PlannedUpload[][] = [];
  for (const upload of uploads)
    (levels[upload.relativePath.split('/').length - 1] ??= []).push(upload);
  return levels;
}

function folderOf(relativePath: string): string {
  return relativePath.slice(0, Math.max(0, relativePath.lastIndexOf('/')));
}
