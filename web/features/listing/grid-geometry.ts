import type { ListingGroup, ListingRows } from '../../state/listing-rows.ts';
import type { GridLayout } from './grid-layout.ts';

/** A rectangle on the canvas of the grid in pixels; `start` and `end` follow the reading direction. */
export interface Box {
  readonly start: number;
  readonly end: number;
  readonly top: number;
  readonly bottom: number;
}

/** Lines and columns that a box touches, both ends inclusive. */
export interface Cover {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** Computed positions of all entries. Entries out of view have no elements to measure. */
export interface GridGeometry {
  readonly layout: GridLayout;
  readonly rows: ListingRows;
  /** Pixels from the top of the canvas. */
  topOf(row: number): number;
  /** The row at a height; the nearest one beyond the ends. */
  rowAt(y: number): number;
  /** Undefined if the box touches no entry. */
  coverOf(box: Box): Cover | undefined;
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
    coverOf(box) {
      const columns = columnsIn(box, layout);
      const lines = rows.groups.flatMap((group) => linesIn(box, topOfGroup(group), group, layout));
      const [firstLine, lastLine] = [lines[0], lines.at(-1)];
      if (!columns || firstLine === undefined || lastLine === undefined) return undefined;
      return { firstLine, lastLine, ...columns };
    },
  };
}

/** Returns the first and last line of a group that the box touches, or nothing. */
function linesIn(
  box: Box,
  groupTop: number,
  { firstLine, lines }: ListingGroup,
  { heading, line, entry }: GridLayout,
): number[] {
  const top = groupTop + heading;
  const first = Math.max(0, Math.floor((box.top - top - entry) / line) + 1);
  const last = Math.min(lines - 1, Math.ceil((box.bottom - top) / line) - 1);
  return first > last ? [] : [firstLine + first, firstLine + last];
}

function columnsIn(box: Box, { columns, entryWidth, gap, margin }: GridLayout) {
  if (columns === 1 && entryWidth === Number.POSITIVE_INFINITY) {
    return { firstColumn: 0, lastColumn: 0 };
  }
  const step = entryWidth + gap;
  const firstColumn = Math.max(0, Math.floor((box.start - margin - entryWidth) / step) + 1);
  const lastColumn = Math.min(columns - 1, Math.ceil((box.end - margin) / step) - 1);
  return firstColumn > lastColumn ? undefined : { firstColumn, lastColumn };
}

/** Calls back for each entry under a cover, in display order. */
export function forEachCovered(
  rows: ListingRows,
  { firstLine, lastLine, firstColumn, lastColumn }: Cover,
  visit: (index: number) => void,
): void {
  for (const group of rows.groups) {
    const from = Math.max(firstLine, group.firstLine);
    const to = Math.min(lastLine, group.firstLine + group.lines - 1);
    for (let line = from; line <= to; line += 1) {
      const before = (line - group.firstLine) * rows.columns;
      const last = Math.min(lastColumn, group.count - before - 1);
      for (let column = firstColumn; column <= last; column += 1) {
        visit(group.firstIndex + before + column);
      }
    }
  }
}

export function sameCover(a: Cover | undefined, b: Cover | undefined): boolean {
  return (
    a?.firstLine === b?.firstLine &&
    a?.lastLine === b?.lastLine &&
    a?.firstColumn === b?.firstColumn &&
    a?.lastColumn === b?.lastColumn
  );
}
