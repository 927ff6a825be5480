import type { Landmark } from '../../state/listing-position.ts';
import type { GridGeometry } from './grid-geometry.ts';

/** Visible part of the canvas, in pixels. */
export interface Seen {
  readonly top: number;
  readonly height: number;
}

type Mark = Pick<Landmark, 'index' | 'below'>;

/** Returns the entry that marks the scroll position: the active one, or the first one fully in view. */
export function scrollAnchorOf(
  { rows, layout, topOf, rowAt, heightOf }: GridGeometry,
  seen: Seen,
  active: number,
) {
  const activeRow = rows.rowOf(active);
  const activeTop = topOf(activeRow) - seen.top;
  const isSeen = activeTop >= 0 && activeTop + heightOf(activeRow) - layout.gap <= seen.height;
  const first = rowAt(seen.top);
  const row = topOf(first) < seen.top ? Math.min(first + 1, rows.count - 1) : first;
  const index = isSeen ? active : firstIn(rows.at(row), rows.at(row + 1));
  return { index, below: topOf(rows.rowOf(index)) - seen.top };
}

function firstIn(row: Row, next: Row): number {
  if (row.kind === 'entries') return row.first;
  return next.kind === 'entries' ? next.first : 0;
}

type Row = ReturnType<GridGeometry['rows']['at']>;

/** Returns the scroll offset that keeps the entry where it was. */
export function offsetOf({ rows, topOf }: GridGeometry, { index, below }: Mark): number {
  return Math.max(0, topOf(rows.rowOf(index)) - below);
}

/** Returns the scroll offset in another layout that keeps the entry fully in view. */
export function offsetInView(geometry: GridGeometry, mark: Mark, height: number): number {
  if (geometry.rows.lineOf(mark.index) === 0) return 0;
  const lowest = height - geometry.heightOf(geometry.rows.rowOf(mark.index));
  return offsetOf(geometry, { ...mark, below: Math.max(0, Math.min(mark.below, lowest)) });
}
