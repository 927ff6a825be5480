import type { TrashedItem } from '#contract/trash.ts';
import type { FocusEvent, MouseEvent } from 'react';
import { clickIntent } from '../../../lib/click-intent.ts';
import { usePointer } from '../../../lib/use-pointer.ts';
import { useUser } from '../../../state/use-session.ts';
import type { TrashGridProps } from './grid-props.ts';
import type { TrashView } from './use-trash-view.ts';

/** Handles clicks, taps and long presses in the grid, as in the listing. */
export function useTrashPointer(
  { order, selection, verbs, onMenu }: TrashGridProps,
  view: TrashView,
) {
  const singleClick = useUser()?.singleClick ?? false;
  const pointer = usePointer(indexOfRow, (index) => {
    view.setActive(index);
    selection.toggle(order.pathAt(index) ?? '');
    navigator.vibrate?.(10);
  });

  function takeForMenu(index: number): void {
    const id = order.pathAt(index) ?? '';
    view.setActive(index);
    if (!selection.has(id)) selection.selectOnly(id);
  }

  function clickItem(event: MouseEvent<HTMLElement>, index: number, item: TrashedItem): void {
    const id = String(item.id);
    view.goTo(index);
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
    if (intent === 'select') selection.selectOnly(id);
    else if (intent === 'toggle') selection.toggle(id);
    else if (intent === 'open') verbs.open(item);
    else selection.selectRange(order, id, intent === 'add-range');
  }

  return {
    ...pointer.handlers,
    onFocus({ target }: FocusEvent<HTMLElement>) {
      // Screen readers can focus any row; keyboard navigation continues there.
      const index = indexOfRow(target);
      if (index >= 0 && index !== view.active) view.setActive(index);
    },
    onMouseDown(event: MouseEvent<HTMLElement>) {
      // Shift selects rows instead of text.
      if (event.shiftKey) event.preventDefault();
    },
    onClick(event: MouseEvent<HTMLElement>) {
      const index = indexOfRow(event.target);
      const item = order.at(index);
      if (pointer.endsLongPress() || closest(event.target, '[data-part="restore"]')) return;
      const more = closest(event.target, '[data-part="more"]');
      if (more && item) {
        takeForMenu(index);
        onMenu(more.getBoundingClientRect());
      } else if (item) clickItem(event, index, item);
      else if (!closest(event.target, 'button')) selection.clear();
    },
    onContextMenu(event: MouseEvent<HTMLElement>) {
      const index = indexOfRow(event.target);
      if (index < 0) return;
      event.preventDefault();
      // A long press selects. Touch users open the menu with its button.
      if (pointer.isTouch()) return;
      takeForMenu(index);
      onMenu(new DOMRect(event.clientX, event.clientY, 0, 0));
    },
  };
}

/** Returns the index of the item at a row; -1 elsewhere. */
function indexOfRow(target: EventTarget | null): number {
  return Number(closest(target, '[data-index]')?.getAttribute('data-index') ?? -1);
}

function closest(target: EventTarget | null, selector: string): Element | undefined {
  return target instanceof Element ? (target.closest(selector) ?? undefined) : undefined;
}
