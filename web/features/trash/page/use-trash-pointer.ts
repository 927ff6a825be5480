import type { TrashedItem } from '#contract/trash.ts';
import type { FocusEvent, MouseEvent } from 'react';
import {
  partAt,
  rowIndexAt,
  type SelectableList,
} from '../../../state/selectable-list/selectable-list.ts';
import { useRowPointer } from '../../../state/selectable-list/use-row-pointer.ts';
import { useUser } from '../../../state/use-session.ts';

/** Handles clicks, taps and long presses in the grid, as in the listing. */
export function useTrashPointer(list: SelectableList<TrashedItem>) {
  const singleClick = useUser()?.singleClick ?? false;
  const pointer = useRowPointer(list);
  return {
    ...pointer.handlers,
    onFocus({ target }: FocusEvent<HTMLElement>) {
      // Screen readers can focus any row; keyboard navigation continues there.
      const index = rowIndexAt(target);
      if (index >= 0 && index !== list.active) list.setActive(index);
    },
    onMouseDown(event: MouseEvent<HTMLElement>) {
      // Shift selects rows instead of text.
      if (event.shiftKey) event.preventDefault();
    },
    onClick(event: MouseEvent<HTMLElement>) {
      if (pointer.endsLongPress() || partAt(event.target, 'restore')) return;
      if (pointer.clickRow(event, singleClick) || isInHeader(event.target)) return;
      list.selection.clear();
    },
    onContextMenu(event: MouseEvent<HTMLElement>) {
      if (!isInHeader(event.target)) pointer.openMenu(event);
    },
  };
}

function isInHeader(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[role="columnheader"]') !== null;
}
