import type { Entry } from '#contract/files.ts';
import { parseTreePath, type TreePath } from '#contract/paths.ts';
import type { QueryClient } from '@tanstack/react-query';
import { entriesNow } from '../../api/files.ts';
import { ApiError } from '../../api/http.ts';
import type { ExistingEntries, ExistingEntry } from '../../state/upload-conflicts.ts';
import type { PlannedUpload } from '../../state/upload-plan.ts';

/** Maximum number of folders that are listed at the same time. */
const MOST_AT_ONCE = 6;

/**
 * Returns what is at the target already, by relative path: its own entries, and those of every folder below it that
 * receives something.
 */
export async function readExisting(
  queries: QueryClient,
  target: TreePath,
  uploads: readonly PlannedUpload[],
  signal: AbortSignal,
): Promise<ExistingEntries> {
  const existing = new Map<string, ExistingEntry>();
  const note = (folder: string, items: readonly Entry[]) => {
    for (const { name, isDir, size, modified } of items) {
      existing.set(folder + name, { isFolder: isDir, size, modified });
    }
  };

  note('', await entriesNow(queries, target));
  for (const level of byDepth(uploads)) {
    // Only folders that exist according to the level above are listed.
    const merged = level.filter((path) => existing.get(path)?.isFolder);
    const listNext = async () => {
      for (let path = merged.shift(); path !== undefined; path = merged.shift()) {
        signal.throwIfAborted();
        note(`${path}/`, await listBelow(queries, target, path));
      }
    };
    await Promise.all(Array.from({ length: MOST_AT_ONCE }, listNext));
  }
  return existing;
}

/** Returns the paths of the folders among the uploads, by level, the outermost first. */
function byDepth(uploads: readonly PlannedUpload[]): string[][] {
  const levels: string[][] = [];
  for (const { relativePath, isFolder } of uploads) {
    if (isFolder) (levels[relativePath.split('/').length - 1] ??= []).push(relativePath);
  }
  return levels;
}

async function listBelow(
  queries: QueryClient,
  target: TreePath,
  relativePath: string,
): Promise<readonly Entry[]> {
  const folder = parseTreePath(`${target}/${relativePath}`);
  if (folder === undefined) return [];
  return entriesNow(queries, folder).catch((failure: unknown) => {
    // The folder was deleted after its parent was listed, so nothing conflicts.
    if (failure instanceof ApiError && failure.status === 404) return [];
    throw failure;
  });
}
