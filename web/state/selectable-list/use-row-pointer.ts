import type { MouseEvent } from 'react';
import { clickIntent } from '../../lib/click-intent.ts';
import { toggleMenuAt } from '../../lib/menu-opener.ts';
import { usePointer } from '../../lib/use-pointer.ts';
import { openMenuFor, partAt, rowIndexAt, type SelectableList } from './selectable-list.ts';

/** Handles clicks, taps and long presses on the rows of a list. A long press toggles a row. */
export function useRowPointer<Item>(list: SelectableList<Item>) {
  const { order, selection } = list;
  const pointer = usePointer(rowIndexAt, (index) => {
    list.setActive(index);
    selection.toggle(order.pathAt(index) ?? '');
    navigator.vibrate?.(10);
  });

  /** Selects or opens the item of a row. */
  function click(event: MouseEvent<HTMLElement>, index: number, item: Item, singleClick: boolean) {
    const path = order.pathAt(index) ?? '';
    list.focusRow(index);
    // The check mark of a row toggles it, whatever else a click would do.
    if (partAt(event.target, 'mark') && !event.shiftKey) return selection.toggle(path);
    const intent = clickIntent({
      shiftKey: event.shiftKey,
      ctrlKey: event.ctrlKey,
      metaKey: event.metaKey,
      isTouch: pointer.isTouch(),
      isSecond: pointer.isSecondClick(index, event),
      somethingSelected: selection.paths().size > 0,
      isMultiple: selection.isMultiple(),
      singleClick,
    });
    if (intent === 'select') return selection.selectOnly(path);
    if (intent === 'toggle') return selection.toggle(path);
    if (intent === 'open') return list.onOpen(item);
    return selection.selectRange(order, path, intent === 'add-range');
  }

  return {
    handlers: pointer.handlers,
    /** Returns true for the click that follows a long press. */
    endsLongPress: pointer.endsLongPress,
    /**
     * Handles a click: on the menu button of a row it opens or closes the menu, elsewhere on a row it selects or opens the item.
     * Returns false beside the rows. `singleClick` is true if one click opens.
     */
    clickRow(event: MouseEvent<HTMLElement>, singleClick: boolean): boolean {
      const index = rowIndexAt(event.target);
      const item = order.at(index);
      if (item === undefined) return false;
      const more = partAt(event.target, 'more');
      if (more) openMenuFor(list, index, toggleMenuAt(more));
      else click(event, index, item, singleClick);
      return true;
    },
    /**
     * Opens the menu at the pointer; `onElsewhere` is called beside the rows. By touch the event follows a long press, which
     * selects: the menu has a button.
     */
    openMenu(event: MouseEvent<HTMLElement>, onElsewhere?: (anchor: DOMRect) => void): void {
      event.preventDefault();
      if (pointer.isTouch()) return;
      const index = rowIndexAt(event.target);
      const anchor = new DOMRect(event.clientX, event.clientY, 0, 0);
      if (order.at(index) === undefined) onElsewhere?.(anchor);
      else openMenuFor(list, index, anchor);
    },
  };
}
