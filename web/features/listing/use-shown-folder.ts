import { useEffect } from 'react';
import { chosenEntries, type ListingEntries } from '../../state/listing-entries.ts';
import type { SelectionStore } from '../../state/selection.ts';
import { showFolder } from '../../state/shown-folder.ts';
import { indexOfRow, isHold } from './grid-target.ts';

/** Lets what is in the folder be dragged, and things be dropped on the folders in it. */
export function useShownFolder(
  path: string,
  entries: ListingEntries,
  selection: SelectionStore,
): void {
  useEffect(
    () =>
      showFolder({
        path,
        isHold,
        takeAt(element) {
          const entry = entries.at(indexOfRow(element));
          if (!entry) return [];
          if (!selection.has(entry.path)) selection.selectOnly(entry.path);
          return chosenEntries(entries, selection.paths());
        },
        folderAt(element) {
          const entry = entries.at(indexOfRow(element));
          return entry?.isDir === true && entry.type !== 'invalid_link' ? entry.path : undefined;
        },
      }),
    [path, entries, selection],
  );
}
