import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import type { ListingRows } from '../../state/listing-rows.ts';
import type { GridHeights } from './use-grid-heights.ts';
import { type RefObject, useCallback, useLayoutEffect } from 'react';

const ROWS_BEYOND = 6;
/** So that the last row can be scrolled out from under what floats at the bottom. */
const ROOM_AT_END = 80;

/** Only the rows in view are drawn, and the one the keyboard stands on, so that it keeps the focus. */
export function useGridVirtualizer({
  scroller,
  rows,
  heights,
  activeRow,
  initialOffset,
}: {
  scroller: RefObject<HTMLDivElement | null>;
  rows: ListingRows;
  heights: GridHeights;
  activeRow: number;
  initialOffset: number;
}) {
  const withActive = useCallback((range: Range) => withRow(range, activeRow), [activeRow]);
  const virtualizer = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: (row) => (rows.isHeading(row) ? heights.heading : heights.row),
    overscan: ROWS_BEYOND,
    rangeExtractor: withActive,
    initialOffset,
    paddingEnd: ROOM_AT_END,
    scrollMargin: heights.header,
    scrollPaddingStart: heights.header,
  });
  // Headings move and heights change; the virtualizer remembers both until it is told.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rows, heights.row]);
  return virtualizer;
}

function withRow(range: Range, row: number): number[] {
  const rows = defaultRangeExtractor(range);
  if (row >= range.count || rows.length === 0) return rows;
  const first = rows[0] ?? 0;
  if (row < first) return [row, ...rows];
  return row > first + rows.length - 1 ? [...rows, row] : rows;
}
