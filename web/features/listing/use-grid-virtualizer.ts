import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect } from 'react';

/** Pixels; the height of the column header that stays at the top. */
export const HEADER_HEIGHT = 36;
const ROWS_BEYOND = 8;
/** So that the last row can be scrolled out from under what floats at the bottom. */
const ROOM_AT_END = 80;

/** Only the rows in view are drawn, and the one the keyboard stands on, so that it keeps the focus. */
export function useGridVirtualizer({
  scroller,
  count,
  rowHeight,
  activeRow,
  initialOffset,
}: {
  scroller: RefObject<HTMLDivElement | null>;
  count: number;
  rowHeight: number;
  activeRow: number;
  initialOffset: number;
}) {
  const withActive = useCallback((range: Range) => withRow(range, activeRow), [activeRow]);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: ROWS_BEYOND,
    rangeExtractor: withActive,
    initialOffset,
    paddingEnd: ROOM_AT_END,
    scrollMargin: HEADER_HEIGHT,
    scrollPaddingStart: HEADER_HEIGHT,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  return virtualizer;
}

function withRow(range: Range, row: number): number[] {
  const rows = defaultRangeExtractor(range);
  if (row >= range.count || rows.length === 0) return rows;
  const first = rows[0] ?? 0;
  if (row < first) return [row, ...rows];
  return row > first + rows.length - 1 ? [...rows, row] : rows;
}
