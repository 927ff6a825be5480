import type { ListingEntries } from './listing-entries.ts';

export type ListingRow =
  | ({ readonly kind: 'heading' } & ListingSection)
  | { readonly kind: 'entries'; readonly first: number; readonly count: number };

/** Folders or files that stand below one heading, one section after the other. */
export interface ListingSection {
  readonly group: 'folders' | 'files';
  /** Heading of files of a time; undefined for the name of the group. */
  readonly title?: string;
  readonly count: number;
}

/** Section with its place. */
export interface ListingGroup extends ListingSection {
  /** Row of the heading. */
  readonly firstRow: number;
  readonly firstLine: number;
  readonly firstIndex: number;
  readonly lines: number;
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

/** `ofFiles` are the sections of the files, which have one heading by default. */
export function listingRows(
  { folders, files }: ListingEntries,
  columns: number,
  ofFiles: readonly ListingSection[] = [{ group: 'files', count: files.length }],
): ListingRows {
  const groups = groupsOf([{ group: 'folders', count: folders.length }, ...ofFiles], columns);
  const last = groups.at(-1) ?? NO_GROUP;
  const groupWith = (isIn: (group: ListingGroup) => boolean) => groups.findLast(isIn) ?? NO_GROUP;
  const groupOf = (index: number) => groupWith(({ firstIndex }) => firstIndex <= index);

  return {
    columns,
    groups,
    count: last.firstRow + last.lines + (groups.length > 0 ? 1 : 0),
    lines: last.firstLine + last.lines,
    at(row) {
      const { group, title, count, firstRow, firstIndex } = groupWith((one) => one.firstRow <= row);
      if (row === firstRow) return { kind: 'heading', group, count, ...(title && { title }) };
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

function groupsOf(sections: readonly ListingSection[], columns: number): ListingGroup[] {
  const groups: ListingGroup[] = [];
  for (const section of sections) {
    const { count } = section;
    if (count === 0) continue;
    const before = groups.at(-1);
    groups.push({
      ...section,
      firstRow: before ? before.firstRow + 1 + before.lines : 0,
      firstLine: before ? before.firstLine + before.lines : 0,
      firstIndex: before ? before.firstIndex + before.count : 0,
      lines: Math.ceil(count / columns),
    });
  }
  return groups;
}
