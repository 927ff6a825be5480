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
}

export function gridGeometry(rows: ListingRows, layout: GridLayout): GridGeometry {
  const { heading, line } = layout;
  const topOfGroup = ({ firstRow, firstLine }: ListingGroup) =>
    firstLine * line + (firstRow - firstLine) * heading;

  return {
    layout,
    rows,
    topOf(row) {
      const headings = rows.groups.filter(({ firstRow }) => firstRow < row).length;
      return headings * heading + (row - headings) * line;
    },
    rowAt(y) {
      const group = rows.groups.findLast((one) => topOfGroup(one) <= y) ?? rows.groups[0];
      if (!group) return 0;
      const below = y - topOfGroup(group) - heading;
      if (below < 0) return group.firstRow;
      return group.firstRow + 1 + Math.min(group.lines - 1, Math.floor(below / line));
    },
    topOfGroup,
  };
}
