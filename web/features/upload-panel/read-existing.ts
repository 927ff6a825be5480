import { childPath, type TreePath } from '#contract/paths.ts';
import type { QueryClient } from '@tanstack/react-query';
import { folderQuery } from '../../api/files.ts';
import { ApiError } from '../../api/http.ts';
import { listBelow } from '../../api/uploads.ts';
import type { ExistingEntries } from '../../state/upload-conflicts.ts';
import type { PlannedUpload } from '../../state/upload-plan.ts';

/**
 * What the target holds that the uploads could meet, by relative path: its own entries, and everything below
 * those of its folders into which something goes. Asks the server anew, because a listing on the screen may be old.
 */
export async function readExisting(
  queries: QueryClient,
  target: TreePath,
  uploads: readonly PlannedUpload[],
): Promise<ExistingEntries> {
  const { items } = await queries.fetchQuery({ ...folderQuery(target), staleTime: 0 });
  const existing = new Map(items.map(({ name, isDir }) => [name, { isFolder: isDir }]));
  const merged = uploads.filter(
    ({ relativePath, isFolder }) => isFolder && existing.get(relativePath)?.isFolder,
  );
  const below = await Promise.all(merged.map(({ name }) => belowFolder(target, name)));
  for (const [relativePath, isFolder] of below.flat()) existing.set(relativePath, { isFolder });
  return existing;
}

async function belowFolder(target: TreePath, name: string): Promise<[string, boolean][]> {
  const folder = childPath(target, name);
  if (folder === undefined) return [];
  const cut = target === '/' ? 1 : target.length + 1;
  const descendants = await listBelow(folder).catch((failure: unknown) => {
    // Gone since the listing, or a link that cannot be walked: then nothing is known to be in the way.
    if (failure instanceof ApiError && [400, 404].includes(failure.status)) return [];
    throw failure;
  });
  return descendants.map(({ path, isDir }) => [path.slice(cut), isDir]);
}
