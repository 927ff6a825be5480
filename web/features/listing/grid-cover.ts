import type { JustifiedLine, ListingGroup, ListingRows } from '../../state/listing-rows.ts';
import type { GridGeometry } from './grid-geometry.ts';
import type { GridLayout } from './grid-layout.ts';

/** A rectangle on the canvas of the grid in pixels; `start` and `end` follow the reading direction. */
export interface Box {
  readonly start: number;
  readonly end: number;
  readonly top: number;
  readonly bottom: number;
}

/** Lines and columns of entries that a box touches, both ends inclusive. Lines are numbered through all groups. */
export interface Cover {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
  /** Sides of the box in pixels from the first entry; only if some lines have pictures of different widths, and so no columns. */
  readonly sides?: Pick<Box, 'start' | 'end'>;
}

/** Returns the lines and columns that a box touches; undefined if it touches no entry. */
export function coverOf({ rows, layout, topOfGroup }: GridGeometry, box: Box): Cover | undefined {
  const columns = columnsIn(box, layout);
  const hasColumns = rows.groups.every(({ justified }) => justified === undefined);
  if (!columns && hasColumns) return undefined;
  const lines = rows.groups.flatMap((group) => linesIn(box, topOfGroup(group), group, layout));
  const [firstLine, lastLine] = [lines[0], lines.at(-1)];
  if (firstLine === undefined || lastLine === undefined) return undefined;
  const cover = { firstLine, lastLine, ...(columns ?? NO_COLUMNS) };
  if (hasColumns) return cover;
  return { ...cover, sides: { start: box.start - layout.margin, end: box.end - layout.margin } };
}

const NO_COLUMNS = { firstColumn: 0, lastColumn: -1 };

/** Returns the first and last line of a group that the box touches, or nothing. */
function linesIn(
  box: Box,
  groupTop: number,
  { group, firstLine, lines }: ListingGroup,
  { heading, heights, gap }: GridLayout,
): number[] {
  const entry = heights[group];
  const line = entry + gap;
  const top = groupTop + heading;
  const first = Math.max(0, Math.floor((box.top - top - entry) / line) + 1);
  const last = Math.min(lines - 1, Math.ceil((box.bottom - top) / line) - 1);
  return first > last ? [] : [firstLine + first, firstLine + last];
}

/** Returns the columns that a box touches; undefined if it lies between two. A list has one column of any width. */
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
  layout: Pick<GridLayout, 'columns' | 'gap'>,
  cover: Cover,
  visit: (index: number) => void,
): void {
  for (const group of rows.groups) {
    const from = Math.max(cover.firstLine, group.firstLine);
    const to = Math.min(cover.lastLine, group.firstLine + group.lines - 1);
    for (let line = from; line <= to; line += 1) {
      for (const offset of coveredIn(group, line - group.firstLine, cover, layout)) {
        visit(group.firstIndex + offset);
      }
    }
  }
}

/** Yields the entries of a line under a cover, by their index within the section. */
function* coveredIn(
  { count, justified }: ListingGroup,
  line: number,
  { firstColumn, lastColumn, sides }: Cover,
  { columns, gap }: Pick<GridLayout, 'columns' | 'gap'>,
): Generator<number> {
  const exact = justified?.[line];
  if (exact) {
    yield* touchedIn(exact, sides, gap);
    return;
  }
  const before = line * columns;
  const last = Math.min(lastColumn, count - before - 1);
  for (let column = firstColumn; column <= last; column += 1) yield before + column;
}

/** Yields the pictures between the sides in a line whose pictures have different widths. */
function* touchedIn(
  { first, widths }: JustifiedLine,
  sides: Cover['sides'],
  gap: number,
): Generator<number> {
  if (!sides) return;
  let start = 0;
  for (const [index, width] of widths.entries()) {
    if (start < sides.end && start + width > sides.start) yield first + index;
    start += width + gap;
  }
}

export function sameCover(a: Cover | undefined, b: Cover | undefined): boolean {
  return (
    a?.firstLine === b?.firstLine &&
    a?.lastLine === b?.lastLine &&
    a?.firstColumn === b?.firstColumn &&
    a?.lastColumn === b?.lastColumn &&
    a?.sides?.start === b?.sides?.start &&
    a?.sides?.end === b?.sides?.end
  );
}
