import type { Folder } from '#contract/files.ts';
import type { Query, QueryClient } from '@tanstack/react-query';

/** Number of entries from which a folder takes megabytes of memory. */
const LARGE_FOLDER = 10_000;
/** Time in which going back to a large folder shows it at once. */
const KEPT_MS = 30_000;

/** Drops large folders from the cache soon after they were left. Smaller ones stay for five minutes. */
export function forgetLargeFolders(queries: QueryClient): void {
  const cache = queries.getQueryCache();
  cache.subscribe(({ type, query }) => {
    if (type !== 'observerRemoved' || query.getObserversCount() > 0 || !isLarge(query)) return;
    setTimeout(() => {
      if (query.getObserversCount() === 0 && cache.get(query.queryHash) === query)
        cache.remove(query);
    }, KEPT_MS);
  });
}

function isLarge({ queryKey, state }: Query): boolean {
  // Only `folderQuery` uses this key.
  const folder = queryKey[0] === 'folder' ? (state.data as Folder | undefined) : undefined;
  return folder !== undefined && 'items' in folder && folder.items.length >= LARGE_FOLDER;
}
