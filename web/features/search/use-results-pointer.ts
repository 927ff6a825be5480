import type { Entry } from '#contract/files.ts';
import type { MouseEvent } from 'react';
import type { SelectableList } from '../../state/selectable-list/selectable-list.ts';
import { useRowPointer } from '../../state/selectable-list/use-row-pointer.ts';

/** Handles clicks, taps and long presses: names open, rows select as in the listing. */
export function useResultsPointer(list: SelectableList<Entry>, singleClick: boolean) {
  const pointer = useRowPointer(list);
  return {
    ...pointer.handlers,
    onMouseDown(event: MouseEvent<HTMLElement>) {
      // Shift selects rows instead of text.
      if (event.shiftKey) event.preventDefault();
    },
    onClick(event: MouseEvent<HTMLElement>) {
      const isLink = event.target instanceof Element && event.target.closest('a') !== null;
      // The browser opens links in new tabs itself.
      if ((event.ctrlKey || event.metaKey) && isLink) return;
      event.preventDefault();
      if (pointer.endsLongPress() || pointer.clickRow(event, singleClick || isLink)) return;
      list.selection.clear();
    },
    onContextMenu(event: MouseEvent<HTMLElement>) {
      pointer.openMenu(event);
    },
  };
}
