import type { Entry } from '#contract/files.ts';
import type { MouseEvent, PointerEvent, RefObject } from 'react';
import { type ClickIntent, clickIntent } from '../../lib/click-intent.ts';
import type { EntryGridProps } from './grid-props.ts';
import { indexOfRow, isHold, isInHeader, moreButtonOf } from './grid-target.ts';
import type { GridView } from './use-grid-view.ts';
import { usePointer } from '../../lib/use-pointer.ts';
import { useRubberBand } from './use-rubber-band.ts';

/** What clicks, taps, long presses and the rubber band do in the listing. */
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
      if (isInHeader(event.target) || isHold(event.target) || event.button !== 0) return;
      // Neither marks text nor takes the focus away to nowhere.
      event.preventDefault();
      focusActive(scroller.current);
    },
    onClick(event: MouseEvent<HTMLElement>) {
      const index = indexOfRow(event.target);
      const entry = entries.at(index);
      if (pointer.endsLongPress() || band.wasDrawn()) return;
      if (entry) clickEntry(event, index, entry);
      // Who selects one after the other would not want to lose all of them to a slip.
      else if (!isInHeader(event.target) && !selection.isMultiple()) selection.clear();
    },
    onContextMenu(event: MouseEvent<HTMLElement>) {
      if (isInHeader(event.target)) return;
      event.preventDefault();
      // A finger that rests selects; the menu is behind the three dots.
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
