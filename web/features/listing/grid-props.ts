import type { Entry, Sorting } from '#contract/files.ts';
import type { MenuChange } from '../../lib/menu-opener.ts';
import type { ViewMode } from '#contract/users.ts';
import type { ListingEntries } from '../../state/listing-entries.ts';
import type { SelectableList } from '../../state/selectable-list/selectable-list.ts';
import type { SelectionStore } from '../../state/selection.ts';
import type { GridView } from './use-grid-view.ts';

/** Props of the grid of a folder. */
export interface EntryGridProps {
  label: string;
  entries: ListingEntries;
  mode: ViewMode;
  sorting: Sorting;
  selection: SelectionStore;
  /** Key of the history entry whose scroll position is remembered and restored. */
  visit: string;
  /** Path of the initially active entry, if the history entry has no remembered position. */
  startAt: string | undefined;
  singleClick: boolean;
  /** Path of the entry whose name is edited in its row. */
  renamed: string | undefined;
  onRenamed(): void;
  onSort(sorting: Sorting): void;
  onOpen(entry: Entry): void;
  /** Opens the context menu of the selection beside a box, or opens or closes it. */
  onMenu(change: DOMRect | MenuChange): void;
}

/** Returns the grid as a list whose rows or tiles can be selected. */
export function selectableListOf(
  { entries, selection, onOpen, onMenu }: EntryGridProps,
  { scroller, active, focus, goTo }: GridView,
): SelectableList<Entry> {
  return {
    scroller,
    order: entries,
    selection,
    active: active.index,
    setActive: active.set,
    focusRow(index) {
      active.set(index);
      focus.ask(index);
    },
    goTo,
    onOpen,
    onMenu,
  };
}
