import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { NARROW } from '../../../lib/breakpoints.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import type { TrashOrder } from './visible-items.ts';

/** Rendered items and the active one. */
export interface TrashView {
  readonly virtualizer: ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>;
  /** Index of the active item. */
  readonly active: number;
  /** Number of lines per page, minus one that stays in view. */
  page(): number;
  setActive(index: number): void;
  /** Makes an item active, focuses it and scrolls it into view. */
  goTo(index: number): void;
}

export function useTrashView(
  order: TrashOrder,
  scroller: RefObject<HTMLDivElement | null>,
): TrashView {
  const isNarrow = useMediaQuery(NARROW);
  const isTouch = useMediaQuery('(pointer: coarse)');
  const rowHeight = isNarrow ? 64 : isTouch ? 48 : 40;
  const [place, setPlace] = useState<{ id: string | undefined; index: number }>({
    id: undefined,
    index: 0,
  });
  const active = indexNear(place, order);
  const withActive = useCallback((range: Range) => withRow(range, active), [active]);
  const virtualizer = useVirtualizer({
    count: order.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => order.pathAt(index) ?? index,
    overscan: 8,
    rangeExtractor: withActive,
    paddingStart: 4,
    paddingEnd: 4,
  });
  const askFocus = useFocusOfRow(scroller);
  const setActive = (index: number) => setPlace({ id: order.pathAt(index), index });
  return {
    virtualizer,
    active,
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
    setActive,
    goTo(index) {
      setActive(index);
      virtualizer.scrollToIndex(index);
      askFocus();
    },
  };
}

/** Returns the index of the active item; if it is gone, the index of its successor. */
function indexNear(
  { id, index }: { id: string | undefined; index: number },
  order: TrashOrder,
): number {
  const now = id === undefined ? -1 : order.indexOf(id);
  return now >= 0 ? now : Math.max(0, Math.min(index, order.count - 1));
}

/** Renders the visible rows and the active row, which keeps the focus. */
function withRow(range: Range, row: number): number[] {
  const rows = defaultRangeExtractor(range);
  if (row >= range.count || rows.includes(row)) return rows;
  return [...rows, row].toSorted((a, b) => a - b);
}

/** Focuses the active row on request, and when the focused row is removed. */
function useFocusOfRow(scroller: RefObject<HTMLElement | null>): () => void {
  const isAsked = useRef(false);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const row = scroller.current?.querySelector<HTMLElement>('[data-index][tabindex="0"]');
    const isLost = hadFocus.current && document.activeElement === document.body;
    if (isAsked.current || isLost) row?.focus({ preventScroll: true });
    isAsked.current = false;
    hadFocus.current = scroller.current?.contains(document.activeElement) ?? false;
  });
  return () => {
    isAsked.current = true;
  };
}
