import { useEffect } from 'react';
import { chosenEntries, type ListingEntries } from '../../state/listing-entries.ts';
import { rowIndexAt } from '../../state/selectable-list/selectable-list.ts';
import type { SelectionStore } from '../../state/selection.ts';
import { showFolder } from '../../state/shown-folder.ts';
import { isDragHandle } from './grid-target.ts';

/** Registers the folder for dragging entries and dropping on subfolders. */
export function useShownFolder(
  path: string,
  entries: ListingEntries,
  selection: SelectionStore,
): void {
  useEffect(
    () =>
      showFolder({
        path,
        isDragHandle,
        entriesToDrag(element) {
          const entry = entries.at(rowIndexAt(element));
          if (!entry) return [];
          if (!selection.has(entry.path)) selection.selectOnly(entry.path);
          return chosenEntries(entries, selection.paths());
        },
        folderAt(element) {
          const entry = entries.at(rowIndexAt(element));
          return entry?.isDir === true && entry.type !== 'invalid_link' ? entry.path : undefined;
        },
      }),
    [path, entries, selection],
  );
}
