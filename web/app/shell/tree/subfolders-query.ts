import { type Entry, type Folder, subfoldersUrl } from '#contract/files.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { folderQuery } from '../../../api/files.ts';
import { callJson } from '../../../api/http.ts';
import { subfoldersOf } from '../../../features/move-copy/tree-rows.ts';
import { folderHolding } from '../../../state/transfer-plan.ts';

/** Time in which known subfolders count as recent. Milliseconds. */
const FRESH_MS = 30_000;
/** Maximum number of folders that are read again within this time. */
const MAX_READ_AGAIN = 20;

/** Returns the interval at which each of so many folders is read again. Milliseconds. */
export function readingInterval(folderCount: number): number {
  return FRESH_MS * Math.max(1, Math.ceil(folderCount / MAX_READ_AGAIN));
}

/**
 * Subfolders of a folder, given its path without a trailing slash. The displayed listing is the source if it is of this
 * folder; otherwise the server leaves out the files.
 */
export const subfoldersQuery = (queries: QueryClient, folder: string) => {
  const listing = folderQuery(`${folder}/`);
  const isDisplayed = () =>
    queries.getQueryCache().find({ queryKey: listing.queryKey })?.isActive() === true;
  return queryOptions({
    queryKey: subfoldersKey(listing.queryKey),
    queryFn: async ({ signal }): Promise<readonly Entry[]> => {
      const url = subfoldersUrl(`${folder}/`);
      // A path in the address can also be that of a file.
      const found: Partial<Folder> = isDisplayed()
        ? await queries.ensureQueryData(listing)
        : await callJson<Partial<Folder>>('GET', url, { signal });
      return subfoldersOf(found.items ?? []);
    },
    enabled: ({ state }) => state.data === undefined || !isDisplayed(),
    staleTime: FRESH_MS,
  });
};

/** Begins with the key of the listing, so that both are read again after a change. */
function subfoldersKey(listing: readonly string[]): readonly string[] {
  return [...listing, 'subfolders'];
}

/**
 * Returns those of the `expanded` folders that the tree shows: all folders above them are expanded and contain them.
 * The folders `above` the opened one count as existing until a listing shows that they do not.
 */
export function shownOf(
  queries: QueryClient,
  expanded: readonly string[],
  above: readonly string[],
): readonly string[] {
  const isExpanded = new Set(expanded);
  const isShown = (path: string): boolean => {
    if (!isExpanded.has(path)) return false;
    if (path === '') return true;
    const parent = folderHolding({ path });
    const siblings = queries.getQueryData(subfoldersQuery(queries, parent).queryKey);
    const exists = siblings?.some((folder) => folder.path === path) ?? above.includes(path);
    return exists && isShown(parent);
  };
  return expanded.filter(isShown);
}

/** Updates known subfolders with each listing that arrives. Returns a function that stops it. */
export function followListings(queries: QueryClient): () => void {
  return queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const { queryKey, state } = event.query;
    if (queryKey[0] !== 'folder' || queryKey.length !== 2) return;
    // Only `folderQuery` uses keys of this form.
    const { items } = state.data as Partial<Folder>;
    const own = subfoldersKey(queryKey as readonly string[]);
    if (items === undefined || queries.getQueryData(own) === undefined) return;
    queries.setQueryData(own, subfoldersOf(items));
  });
}
