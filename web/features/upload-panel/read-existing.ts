import type { Entry } from '#contract/files.ts';
import { parseTreePath, type TreePath } from '#contract/paths.ts';
import type { QueryClient } from '@tanstack/react-query';
import { folderQuery } from '../../api/files.ts';
import { ApiError } from '../../api/http.ts';
import type { ExistingEntries, ExistingEntry } from '../../state/upload-conflicts.ts';
import type { PlannedUpload } from '../../state/upload-plan.ts';

/**
 * What the uploads could meet at the target, by relative path: its own entries, and those of every folder below
 * it into which something goes. Asks the server anew, because a listing on the screen may be old.
 */
export async function readExisting(
  queries: QueryClient,
  target: TreePath,
  uploads: readonly PlannedUpload[],
): Promise<ExistingEntries> {
  const existing = new Map<string, ExistingEntry>();
  const note = (folder: string, items: readonly Entry[]) => {
    for (const { name, isDir, size, modified } of items) {
      existing.set(folder + name, { isFolder: isDir, size, modified });
    }
  };

  note('', (await queries.fetchQuery({ ...folderQuery(target), staleTime: 0 })).items);
  for (const level of byDepth(uploads)) {
    // Only what the level above has shown to be there is asked for.
    const merged = level.filter((path) => existing.get(path)?.isFolder);
    const listed = await Promise.all(merged.map((path) => listBelow(queries, target, path)));
    for (const [index, path] of merged.entries()) note(`${path}/`, listed[index] ?? []);
  }
  return existing;
}

/** The paths of the folders among the uploads, the outermost level first. */
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
  return queries.fetchQuery({ ...folderQuery(folder), staleTime: 0 }).then(
    ({ items }) => items,
    (failure: unknown) => {
      // Gone since its parent was listed: then nothing in it is in the way.
      if (failure instanceof ApiError && failure.status === 404) return [];
      throw failure;
    },
  );
}
