import type { TrashedItem } from '#contract/trash.ts';
import type { MenuChange } from '../../../lib/menu-opener.ts';
import type { SelectionStore } from '../../../state/selection.ts';
import type { PagedList } from '../../../state/use-paged-list.ts';
import type { TrashActions } from './use-trash-actions.ts';
import type { TrashOrder, TrashSorting } from './visible-items.ts';

export interface TrashGridProps {
  list: PagedList<TrashedItem>;
  order: TrashOrder;
  selection: SelectionStore;
  sorting: TrashSorting;
  withUsers: boolean;
  actions: TrashActions;
  onSort(sorting: TrashSorting): void;
  /** Opens the menu of the selection at an anchor, or changes it as a press of its button does. */
  onMenu(change: DOMRect | MenuChange): void;
}
