import type { RefObject } from 'react';
import { NARROW } from '../../../lib/breakpoints.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { type ListView, useListView } from '../../../state/selectable-list/use-list-view.ts';
import type { TrashOrder } from './visible-items.ts';

/** Rendered items and the active one. Heights are those of `trash-grid.module.css`. */
export function useTrashView(
  order: TrashOrder,
  scroller: RefObject<HTMLDivElement | null>,
): ListView {
  const isNarrow = useMediaQuery(NARROW);
  const isTouch = useMediaQuery('(pointer: coarse)');
  return useListView({
    order,
    scroller,
    rowHeight: isNarrow ? 56 : isTouch ? 48 : 40,
    header: isTouch ? 44 : 36,
  });
}
