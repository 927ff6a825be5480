import type { Entry } from '#contract/files.ts';
import type { MouseEvent, PointerEvent, RefObject } from 'react';
import { type ClickIntent, clickIntent } from '../../lib/click-intent.ts';
import type { EntryGridProps } from './grid-props.ts';
import { indexOfRow, isDragHandle, isInHeader, isMark, moreButtonOf } from './grid-target.ts';
import type { GridView } from './use-grid-view.ts';
import { usePointer } from '../../lib/use-pointer.ts';
import { useRubberBand } from './use-rubber-band.ts';

/** Handles clicks, taps, long presses and the rubber band in the listing. */
export function useGridPointer(
  props: EntryGridProps,
  view: GridView,
  elements: { canvas: RefObject<HTMLElement | null>; frame: RefObject<HTMLElement | null> },
) {
  const { entries, selection } = props;
  const { active, focus, scroller } = view;
  const band = useRubberBand(props, view, elements);
  const pointer = usePointer(indexOfRow, (index) => {
    active.set(index);
    selection.toggle(entries.pathAt(index) ?? '');
    navigator.vibrate?.(10);
  });

  function handleClick(intent: ClickIntent, entry: Entry) {
    const { path } = entry;
    if (intent === 'select') selection.selectOnly(path);
    else if (intent === 'toggle') selection.toggle(path);
    else if (intent === 'open') props.onOpen(entry);
    else selection.selectRange(entries, path, intent === 'add-range');
  }

  function takeForMenu(index: number, entry: Entry) {
    active.set(index);
    if (!selection.has(entry.path)) selection.selectOnly(entry.path);
  }

  function clickEntry(event: MouseEvent<HTMLElement>, index: number, entry: Entry) {
    const more = moreButtonOf(event.target);
    if (more) {
      takeForMenu(index, entry);
      return props.onMenu(more.getBoundingClientRect());
    }
    active.set(index);
    focus.ask(index);
    if (isMark(event.target) && !event.shiftKey) return selection.toggle(entry.path);
    const intent = clickIntent({
      shiftKey: event.shiftKey,
      ctrlKey: event.ctrlKey,
      metaKey: event.metaKey,
      isTouch: pointer.isTouch(),
      isSecond: pointer.isSecondClick(index, event),
      somethingSelected: selection.paths().size > 0,
      isMultiple: selection.isMultiple(),
      singleClick: props.singleClick,
    });
    return handleClick(intent, entry);
  }

  return {
    ...pointer.handlers,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      pointer.handlers.onPointerDown(event);
      band.onPointerDown(event);
    },
    onMouseDown(event: MouseEvent<HTMLElement>) {
      if (isInHeader(event.target) || isDragHandle(event.target) || event.button !== 0) return;
      // Prevents text selection and keeps the focus in the grid.
      event.preventDefault();
      focusActive(scroller.current);
    },
    onClick(event: MouseEvent<HTMLElement>) {
      const index = indexOfRow(event.target);
      const entry = entries.at(index);
      if (pointer.endsLongPress() || band.wasDrawn()) return;
      if (entry) clickEntry(event, index, entry);
      // In multi-select mode, a slip must not clear the selection.
      else if (!isInHeader(event.target) && !selection.isMultiple()) selection.clear();
    },
    onContextMenu(event: MouseEvent<HTMLElement>) {
      if (isInHeader(event.target)) return;
      event.preventDefault();
      // A long press selects. Touch users open the menu with its button.
      if (pointer.isTouch()) return;
      const index = indexOfRow(event.target);
      const entry = entries.at(index);
      if (entry) takeForMenu(index, entry);
      else selection.clear();
      props.onMenu(new DOMRect(event.clientX, event.clientY, 0, 0));
    },
  };
}

function focusActive(scroller: HTMLElement | null): void {
  scroller
    ?.querySelector<HTMLElement>('[data-index][tabindex="0"]')
    ?.focus({ preventScroll: true });
}
