import type { Entry, Sorting } from '#contract/files.ts';
import type { ViewMode } from '#contract/users.ts';
import type { ListingEntries } from '../../state/listing-entries.ts';
import type { SelectionStore } from '../../state/selection.ts';

/** What the grid of a folder is given. */
export interface EntryGridProps {
  label: string;
  entries: ListingEntries;
  mode: ViewMode;
  sorting: Sorting;
  selection: SelectionStore;
  /** The history entry whose place is restored and remembered. */
  visit: string;
  /** Where the keyboard stands at first, when this visit has no place yet. */
  startAt: string | undefined;
  singleClick: boolean;
  onSort(sorting: Sorting): void;
  onOpen(entry: Entry): void;
  /** Opens the context menu for what is selected. */
  onMenu(anchor: DOMRect): void;
}
