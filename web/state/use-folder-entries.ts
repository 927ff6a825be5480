import type { Folder, Sorting } from '#contract/files.ts';
import { useDeferredValue, useMemo } from 'react';
import { useStore } from 'zustand';
import { type ListingEntries, listingEntries } from './listing-entries.ts';
import { type PendingChanges, pendingChanges, withPending } from './pending-changes.ts';
import { chosenPreferences } from './preferences.ts';

/** Returns the entries of a folder as every screen shows them: with pending changes, in the order that the user chose. */
export function useFolderEntries<Known extends Folder | undefined>(
  folder: Known,
): {
  entries: ListingEntries | (Known extends Folder ? never : undefined);
  sorting: Sorting | (Known extends Folder ? never : undefined);
  pending: PendingChanges;
} {
  const pending = useStore(pendingChanges, ({ changes }) => changes);
  const sorting = useStore(chosenPreferences, (chosen) => chosen.sorting) ?? folder?.sorting;
  // Defers the new order, so that the pressed button renders before a large folder is sorted.
  const order = useDeferredValue(sorting);
  const shown = useMemo(() => folder && withPending(folder, pending), [folder, pending]);
  const entries = useMemo(
    () => shown && listingEntries(shown, order ?? shown.sorting),
    [shown, order],
  );
  // Both are undefined only without a folder.
  return { entries, sorting, pending } as ReturnType<typeof useFolderEntries<Known>>;
}
