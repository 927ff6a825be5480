import { MAX_EXISTING_PATHS } from '#contract/existing.ts';
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
    for (let start = 0; start < asked.length; start += MAX_EXISTING_PATHS) {
      const paths = asked
        .slice(start, start + MAX_EXISTING_PATHS)
        .map(({ relativePath }) => relativePath);
      for (const { path, isDir, ...facts } of await existingItems(target, paths, signal))
        existing.set(path, { isFolder: isDir, ...facts });
    }
    for (const { relativePath, isFolder } of level)
      if (isFolder && !existing.has(relativePath)) isNew.add(relativePath);
  }
  return existing;
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
