import type { ListingEntries } from './listing-entries.ts';

export type ListingRow =
  | ({ readonly kind: 'heading' } & ListingSection)
  | {
      readonly kind: 'entries';
      readonly first: number;
      readonly count: number;
      /** Widths of the entries in pixels, where they differ. */
      readonly widths?: readonly number[];
    };

/** A line of pictures of one height, each as wide as its picture. */
export interface JustifiedLine {
  /** Index of the first picture within its section. */
  readonly first: number;
  /** In pixels. */
  readonly widths: readonly number[];
  /** Middle of each picture as a fraction of the width of a full line. */
  readonly middles: readonly number[];
}

/** Folders or files that stand below one heading, one section after the other. */
export interface ListingSection {
  readonly group: 'folders' | 'files';
  /** Heading of files of a time; undefined for the name of the group. */
  readonly title?: string;
  readonly count: number;
  /** Lines of a section whose pictures keep their aspect ratios; undefined for `columns` entries per line. */
  readonly justified?: readonly JustifiedLine[];
}

/** Section with its position. */
export interface ListingGroup extends ListingSection {
  /** Row of the heading. */
  readonly firstRow: number;
  readonly firstLine: number;
  readonly firstIndex: number;
  readonly lines: number;
}

/**
 * Rows of the grid below its header: a heading before each non-empty group, then rows of its entries.
 * Lines are rows of entries, counted without headings.
 */
export interface ListingRows {
  /** Greatest number of entries in a row. */
  readonly columns: number;
  readonly groups: readonly ListingGroup[];
  readonly count: number;
  readonly lines: number;
  at(row: number): ListingRow;
  isHeading(row: number): boolean;
  rowOf(index: number): number;
  lineOf(index: number): number;
  /** Middle of an entry as a fraction of the width of a full line. */
  middleOf(index: number): number;
  /** Returns the entry of a line that is at this fraction of its width; the last one of a shorter line. */
  indexNear(line: number, middle: number): number;
}

/**
 * Arranges entries in lines of `columns` entries. `ofFiles` are the sections of the files: by default one, which may
 * have lines of its own.
 */
export function listingRows(
  { folders, files }: ListingEntries,
  columns: number,
  ofFiles: readonly ListingSection[] = [{ group: 'files', count: files.length }],
): ListingRows {
  const groups = groupsOf([{ group: 'folders', count: folders.length }, ...ofFiles], columns);
  const last = groups.at(-1) ?? NO_GROUP;
  const groupWith = (isIn: (group: ListingGroup) => boolean) => groups.findLast(isIn) ?? NO_GROUP;
  const groupOf = (index: number) => groupWith(({ firstIndex }) => firstIndex <= index);

  const lineIn = ({ firstIndex, justified }: ListingGroup, index: number) => {
    const offset = index - firstIndex;
    return justified?.findLastIndex(({ first }) => first <= offset) ?? Math.floor(offset / columns);
  };
  const lengths = groups.flatMap(({ justified = [] }) =>
    justified.map(({ widths }) => widths.length),
  );

  return {
    columns: lengths.reduce((most, length) => Math.max(most, length), columns),
    groups,
    count: last.firstRow + last.lines + (groups.length > 0 ? 1 : 0),
    lines: last.firstLine + last.lines,
    at(row) {
      const { group, title, count, firstRow, firstIndex, justified } = groupWith(
        (one) => one.firstRow <= row,
      );
      if (row === firstRow) return { kind: 'heading', group, count, ...(title && { title }) };
      const line = justified?.[row - firstRow - 1];
      if (line) {
        const { first, widths } = line;
        return { kind: 'entries', first: firstIndex + first, count: widths.length, widths };
      }
      const before = (row - firstRow - 1) * columns;
      return {
        kind: 'entries',
        first: firstIndex + before,
        count: Math.min(columns, count - before),
      };
    },
    isHeading: (row) => groups.some(({ firstRow }) => firstRow === row),
    rowOf(index) {
      const group = groupOf(index);
      return group.firstRow + 1 + lineIn(group, index);
    },
    lineOf(index) {
      const group = groupOf(index);
      return group.firstLine + lineIn(group, index);
    },
    middleOf(index) {
      const group = groupOf(index);
      const offset = index - group.firstIndex;
      const line = group.justified?.[lineIn(group, index)];
      return line?.middles[offset - line.first] ?? ((offset % columns) + 0.5) / columns;
    },
    indexNear(line, middle) {
      const { firstLine, firstIndex, count, justified } = groupWith((one) => one.firstLine <= line);
      const exact = justified?.[line - firstLine];
      if (exact) return firstIndex + exact.first + nearest(exact.middles, middle);
      const column = Math.floor(middle * columns);
      return firstIndex + Math.min(count - 1, (line - firstLine) * columns + column);
    },
  };
}

function nearest(middles: readonly number[], wanted: number): number {
  const distances = middles.map((middle) => Math.abs(middle - wanted));
  return distances.indexOf(Math.min(...distances));
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
      lines: section.justified?.length ?? Math.ceil(count / columns),
    });
  }
  return groups;
}
