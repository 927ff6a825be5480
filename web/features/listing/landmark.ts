import type { Landmark } from '../../state/listing-place.ts';
import type { GridGeometry } from './grid-geometry.ts';

/** What of the canvas is seen; pixels. */
export interface Seen {
  readonly top: number;
  readonly height: number;
}

type Mark = Pick<Landmark, 'index' | 'below'>;

/** An entry that stands for what is seen: the one the keyboard is on, or the first that is seen whole. */
export function landmarkOf(
  { rows, layout, topOf, rowAt }: GridGeometry,
  seen: Seen,
  active: number,
) {
  const activeTop = topOf(rows.rowOf(active)) - seen.top;
  const isSeen = activeTop >= 0 && activeTop + layout.entry <= seen.height;
  const row = rowAt(seen.top + layout.line - 1);
  const index = isSeen ? active : firstIn(rows.at(row), rows.at(row + 1));
  return { index, below: topOf(rows.rowOf(index)) - seen.top };
}

function firstIn(row: Row, next: Row): number {
  if (row.kind === 'entries') return row.first;
  return next.kind === 'entries' ? next.first : 0;
}

type Row = ReturnType<GridGeometry['rows']['at']>;

/** How far to scroll so that the entry stands where it stood. */
export function offsetOf({ rows, topOf }: GridGeometry, { index, below }: Mark): number {
  return Math.max(0, topOf(rows.rowOf(index)) - below);
}

/** The same in another layout, where the entry is to be seen whole. */
export function offsetInView(geometry: GridGeometry, mark: Mark, height: number): number {
  if (geometry.rows.lineOf(mark.index) === 0) return 0;
  const lowest = height - geometry.layout.line;
  return offsetOf(geometry, { ...mark, below: Math.max(0, Math.min(mark.below, lowest)) });
}
