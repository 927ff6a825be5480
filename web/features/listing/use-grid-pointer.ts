import type { MouseEvent, PointerEvent, RefObject } from 'react';
import type { Entry } from '#contract/files.ts';
import { activeRowIn, type SelectableList } from '../../state/selectable-list/selectable-list.ts';
import { useRowPointer } from '../../state/selectable-list/use-row-pointer.ts';
import type { EntryGridProps } from './grid-props.ts';
import { isDragHandle, isInHeader } from './grid-target.ts';
import type { GridView } from './use-grid-view.ts';
import { useRubberBand } from './use-rubber-band.ts';

/** Handles clicks, taps, long presses and the rubber band in the listing. */
export function useGridPointer(
  props: EntryGridProps,
  list: SelectableList<Entry>,
  view: GridView,
  elements: { canvas: RefObject<HTMLElement | null>; frame: RefObject<HTMLElement | null> },
) {
  const { selection, singleClick, onMenu } = props;
  const band = useRubberBand(props, view, elements);
  const pointer = useRowPointer(list);

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
      activeRowIn(view.scroller.current)?.focus({ preventScroll: true });
    },
    onClick(event: MouseEvent<HTMLElement>) {
      if (pointer.endsLongPress() || band.wasDrawn() || pointer.clickRow(event, singleClick))
        return;
      // In multi-select mode, a slip must not clear the selection.
      if (!isInHeader(event.target) && !selection.isMultiple()) selection.clear();
    },
    onContextMenu(event: MouseEvent<HTMLElement>) {
      if (isInHeader(event.target)) return;
      pointer.openMenu(event, (anchor) => {
        selection.clear();
        onMenu(anchor);
      });
    },
  };
}
