import type { ListingGroup, ListingRows } from '../../state/listing-rows.ts';
import type { GridLayout } from './grid-layout.ts';

/** Computed positions of all entries. Entries out of view have no elements to measure. */
export interface GridGeometry {
  readonly layout: GridLayout;
  readonly rows: ListingRows;
  /** Pixels from the top of the canvas. */
  topOf(row: number): number;
  /** Pixels from the top of the canvas to the heading of a group. */
  topOfGroup(group: ListingGroup): number;
  /** The row at a height; the nearest one beyond the ends. */
  rowAt(y: number): number;
  /** Pixels from the top of a row to that of the next one. */
  heightOf(row: number): number;
}

/** Computes the positions from the rows of a folder and the sizes in its layout. */
export function gridGeometry(rows: ListingRows, layout: GridLayout): GridGeometry {
  const { heading } = layout;
  const lineOf = ({ group }: ListingGroup) => layout.heights[group] + layout.gap;
  const tops = new Map<ListingGroup, number>();
  let end = 0;
  for (const group of rows.groups) {
    tops.set(group, end);
    end += heading + group.lines * lineOf(group);
  }
  const topOfGroup = (group: ListingGroup) => tops.get(group) ?? 0;
  const groupAt = (row: number) => rows.groups.findLast(({ firstRow }) => firstRow <= row);

  return {
    layout,
    rows,
    topOf(row) {
      const group = groupAt(row);
      if (!group) return 0;
      const inside = row - group.firstRow;
      return topOfGroup(group) + (inside > 0 ? heading + (inside - 1) * lineOf(group) : 0);
    },
    rowAt(y) {
      const group = rows.groups.findLast((one) => topOfGroup(one) <= y) ?? rows.groups[0];
      if (!group) return 0;
      const below = y - topOfGroup(group) - heading;
      if (below < 0) return group.firstRow;
      return group.firstRow + 1 + Math.min(group.lines - 1, Math.floor(below / lineOf(group)));
    },
    topOfGroup,
    heightOf(row) {
      const group = groupAt(row);
      return group && group.firstRow !== row ? lineOf(group) : heading;
    },
  };
}
