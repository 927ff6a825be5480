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
  /** Number of ended changes when the list was requested last. */
  let endedBefore = 0;
  /** True if the last list was not used, because it may lack a change. */
  let isMissing = false;
  const load = () => {
    // Without the stars, the listing shows none; the next change loads them.
    queries.fetchQuery({ ...starredQuery, staleTime: 0 }).catch(() => {});
  };
  const invalidate = () => {
    const { queryKey } = starredQuery;
    void queries.invalidateQueries({ queryKey, refetchType: isMissing ? 'all' : 'active' });
  };
  const receive = (items: readonly { readonly path: string }[]) => {
    const { ended, pending } = starred.getState();
    isMissing = pending > 0 || ended !== endedBefore;
    if (!isMissing) show(new Set(items.map(({ path }) => path)));
    else if (pending === 0) invalidate();
  };
  const stop = cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { queryKey, state } = event.query;
    const isStarredList = queryKey[0] === 'places' && queryKey[1] === 'starred';
    if (isStarredList && event.action.type === 'fetch') endedBefore = starred.getState().ended;
    if (event.action.type !== 'success') return;
    if (isStarredList) {
      // Only `starredQuery` uses this key.
      receive(state.data as { readonly path: string }[]);
    } else if (
      queryKey[0] === 'folder' &&
      state.dataUpdateCount > 1 &&
      starred.getState().paths.size > 0
    ) {
      window.clearTimeout(timer);
      timer = window.setTimeout(load, SETTLES_MS);
    }
  });
  const stopStarred = starred.subscribe(({ ended, pending }, before) => {
    if (ended !== before.ended && pending === 0) invalidate();
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
