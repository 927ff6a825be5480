import type { QueryClient } from '@tanstack/react-query';
import { starredQuery } from '../api/places.ts';
import { starred } from '../state/starred.ts';

/** Delay after a change of a folder before the stars are loaded again. Milliseconds. */
const SETTLES_MS = 500;

/**
 * Loads the starred items, and loads them again after a displayed folder has changed, because stars follow items that are
 * renamed or moved. Returns a function that stops it.
 */
export function followStarred(queries: QueryClient): () => void {
  const cache = queries.getQueryCache();
  let timer: number | undefined;
  /** Number of stored changes when the list was requested last. */
  let storedBefore = 0;
  const load = () => {
    // Without the stars, the listing shows none; the next change loads them.
    queries.fetchQuery({ ...starredQuery, staleTime: 0 }).catch(() => {});
  };
  const invalidate = () => void queries.invalidateQueries(starredQuery);
  const stop = cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { queryKey, state } = event.query;
    const isStarredList = queryKey[0] === 'places' && queryKey[1] === 'starred';
    if (isStarredList && event.action.type === 'fetch') storedBefore = starred.getState().stored;
    if (event.action.type !== 'success') return;
    if (isStarredList) {
      // Only `starredQuery` uses this key.
      const items = state.data as { readonly path: string }[];
      show(new Set(items.map(({ path }) => path)));
      // Invalidating a list that is being loaded and not displayed has no effect.
      if (storedBefore !== starred.getState().stored) invalidate();
    } else if (
      queryKey[0] === 'folder' &&
      state.dataUpdateCount > 1 &&
      starred.getState().paths.size > 0
    ) {
      window.clearTimeout(timer);
      timer = window.setTimeout(load, SETTLES_MS);
    }
  });
  const stopStarred = starred.subscribe(({ stored }, before) => {
    if (stored !== before.stored) invalidate();
  });
  load();
  return () => {
    window.clearTimeout(timer);
    stop();
    stopStarred();
  };
}

function show(paths: ReadonlySet<string>): void {
  const before = starred.getState().paths;
  const isSame = before.size === paths.size && [...paths].every((path) => before.has(path));
  if (!isSame) starred.setState({ paths });
}
