import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useMemo } from 'react';
import { withActiveRow } from '../../lib/with-active-row.ts';
import type { GridGeometry } from './grid-geometry.ts';

/** Number of rows rendered outside the view; rows of tiles are tall and contain several entries. */
const ROWS_BEYOND = 6;
const TILE_ROWS_BEYOND = 2;
/** Pixels at the end for floating panels, so that the last row stays reachable. */
const ROOM_AT_END = 80;

export type GridVirtualizer = ReturnType<typeof useGridVirtualizer>;

/** Renders the rows in view and the active row, which keeps the focus. */
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
  // The virtualizer caches positions until its key function changes, so each geometry gets a new one.
  const measures = useMemo(
    () => ({ estimateSize: geometry.heightOf, getItemKey: (row: number) => row }),
    [geometry],
  );
  const withActive = useCallback((range: Range) => withActiveRow(range, activeRow), [activeRow]);
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
