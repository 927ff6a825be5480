import type { ListingEntries } from './listing-entries.ts';

export type ListingRow =
  | { readonly kind: 'heading'; readonly group: 'folders' | 'files'; readonly count: number }
  | { readonly kind: 'entries'; readonly first: number; readonly count: number };

/** Folders or files with their heading. */
export interface ListingGroup {
  readonly group: 'folders' | 'files';
  /** Row of the heading. */
  readonly firstRow: number;
  readonly firstLine: number;
  readonly firstIndex: number;
  readonly lines: number;
  readonly count: number;
}

/**
 * Rows of the grid below its header: a heading before each non-empty group, then its entries with `columns` per row.
 * Lines are rows of entries, counted without headings.
 */
export interface ListingRows {
  readonly columns: number;
  readonly groups: readonly ListingGroup[];
  readonly count: number;
  readonly lines: number;
  at(row: number): ListingRow;
  isHeading(row: number): boolean;
  rowOf(index: number): number;
  lineOf(index: number): number;
  columnOf(index: number): number;
  /** Returns the entry at a line and column; the last one of a shorter line. */
  indexAt(line: number, column: number): number;
}

export function listingRows({ folders, files }: ListingEntries, columns: number): ListingRows {
  const groups = groupsOf({ folders: folders.length, files: files.length }, columns);
  const last = groups.at(-1) ?? NO_GROUP;
  const groupWith = (isIn: (group: ListingGroup) => boolean) => groups.findLast(isIn) ?? NO_GROUP;
  const groupOf = (index: number) => groupWith(({ firstIndex }) => firstIndex <= index);

  return {
    columns,
    groups,
    count: last.firstRow + last.lines + (groups.length > 0 ? 1 : 0),
    lines: last.firstLine + last.lines,
    at(row) {
      const { group, firstRow, firstIndex, count } = groupWith((one) => one.firstRow <= row);
      if (row === firstRow) return { kind: 'heading', group, count };
      const before = (row - firstRow - 1) * columns;
      return {
        kind: 'entries',
        first: firstIndex + before,
        count: Math.min(columns, count - before),
      };
    },
    isHeading: (row) => groups.some(({ firstRow }) => firstRow === row),
    rowOf(index) {
      const { firstRow, firstIndex } = groupOf(index);
      return firstRow + 1 + Math.floor((index - firstIndex) / columns);
    },
    lineOf(index) {
      const { firstLine, firstIndex } = groupOf(index);
      return firstLine + Math.floor((index - firstIndex) / columns);
    },
    columnOf: (index) => (index - groupOf(index).firstIndex) % columns,
    indexAt(line, column) {
      const { firstLine, firstIndex, count } = groupWith((one) => one.firstLine <= line);
      return firstIndex + Math.min(count - 1, (line - firstLine) * columns + column);
    },
  };
}

const NO_GROUP: ListingGroup = {
  group: 'files',
  firstRow: 0,
  firstLine: 0,
  firstIndex: 0,
  lines: 0,
  count: 0,
};

function groupsOf(counts: { folders: number; files: number }, columns: number): ListingGroup[] {
  const groups: ListingGroup[] = [];
  for (const group of ['folders', 'files'] as const) {
    const count = counts[group];
    if (count === 0) continue;
    const before = groups.at(-1);
    groups.push({
      group,
      firstRow: before ? before.firstRow + 1 + before.lines : 0,
      firstLine: before ? before.firstLine + before.lines : 0,
      firstIndex: before ? before.firstIndex + before.count : 0,
      lines: Math.ceil(count / columns),
      count,
    });
  }
  return groups;
}
