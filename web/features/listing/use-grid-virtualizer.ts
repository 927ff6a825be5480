import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useMemo } from 'react';
import type { GridGeometry } from './grid-geometry.ts';

/** Drawn ahead of the scrolling; rows of tiles are high and hold several entries each. */
const ROWS_BEYOND = 6;
const TILE_ROWS_BEYOND = 2;
/** So that the last row can be scrolled out from under what floats at the bottom. */
const ROOM_AT_END = 80;

export type GridVirtualizer = ReturnType<typeof useGridVirtualizer>;

/** Only the rows in view are drawn, and the one the keyboard stands on, so that it keeps the focus. */
export function useGridVirtualizer({
  scroller,
  geometry,
  activeRow,
  initialOffset,
}: {
  scroller: RefObject<HTMLDivElement | null>;
  geometry: GridGeometry;
  activeRow: number;
  initialOffset: number;
}) {
  const { rows, layout } = geometry;
  const measures = useMemo(() => measuresOf(geometry), [geometry]);
  const withActive = useCallback((range: Range) => withRow(range, activeRow), [activeRow]);
  return useVirtualizer({
    ...measures,
    count: rows.count,
    getScrollElement: () => scroller.current,
    overscan: layout.mode === 'list' ? ROWS_BEYOND : TILE_ROWS_BEYOND,
    rangeExtractor: withActive,
    initialOffset,
    paddingEnd: ROOM_AT_END,
    scrollMargin: layout.header,
    scrollPaddingStart: layout.header,
  });
}

/**
 * Headings move and heights change; the virtualizer remembers both until it is given another function
 * for its keys, so there is a new one for each geometry.
 */
function measuresOf({ rows, layout }: GridGeometry) {
  return {
    estimateSize: (row: number) => (rows.isHeading(row) ? layout.heading : layout.line),
    getItemKey: (row: number) => row,
  };
}

function withRow(range: Range, row: number): number[] {
  const rows = defaultRangeExtractor(range);
  if (row >= range.count || rows.length === 0) return rows;
  const first = rows[0] ?? 0;
  if (row < first) return [row, ...rows];
  return row > first + rows.length - 1 ? [...rows, row] : rows;
}
