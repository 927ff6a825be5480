import type { Entry } from '#contract/files.ts';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useStore } from 'zustand';
import { runningOperations } from '../../state/running-operations.ts';
import { type FoundEntries, foundEntries } from '../../state/found-entries.ts';
import { entriesWithPending, pendingChanges } from '../../state/pending-changes.ts';
import type { SearchResults, SearchStore } from '../../state/search-results.ts';

/** Returns the results with pending changes applied. */
export function useFound({ found, done }: SearchResults): FoundEntries {
  const pending = useStore(pendingChanges);
  return useMemo(() => {
    const entries: readonly Entry[] = entriesWithPending(found, pending);
    return foundEntries(entriesWithPending(entries, done));
  }, [found, done, pending]);
}

/** Updates results while files change. Calls `onChanged` after each operation. */
export function useFollowedChanges(store: SearchStore, onChanged: () => void): void {
  const tell = useEffectEvent(onChanged);
  useEffect(() => {
    const unfollowOperations = runningOperations.subscribe(({ running }, { running: before }) => {
      const going = new Set(running.map(({ id }) => id));
      if (before.every(({ id }) => going.has(id))) return;
      store.refresh();
      tell();
    });
    const unfollowPending = pendingChanges.subscribe((_, before) => store.keep(before));
    return () => {
      unfollowOperations();
      unfollowPending();
    };
  }, [store]);
}
