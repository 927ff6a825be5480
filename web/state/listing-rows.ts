import type { ListingEntries } from './listing-entries.ts';

export type ListingRow =
  | { readonly kind: 'heading'; readonly group: 'folders' | 'files'; readonly count: number }
  | { readonly kind: 'entry'; readonly index: number };

/** The rows of the grid below its column header: a heading before each group that has entries. */
export interface ListingRows {
  readonly count: number;
  at(row: number): ListingRow;
  isHeading(row: number): boolean;
  rowOf(entryIndex: number): number;
}

export function listingRows({ folders, files }: ListingEntries): ListingRows {
  const folderRows = folders.length === 0 ? 0 : folders.length + 1;
  const fileRows = files.length === 0 ? 0 : files.length + 1;
  return {
    count: folderRows + fileRows,
    at(row) {
      const group = row < folderRows ? 'folders' : 'files';
      const place = group === 'folders' ? row : row - folderRows;
      if (place === 0) {
        return { kind: 'heading', group, count: { folders, files }[group].length };
      }
      return { kind: 'entry', index: (group === 'folders' ? 0 : folders.length) + place - 1 };
    },
    isHeading: (row) => row === 0 || row === folderRows,
    rowOf: (index) =>
      index < folders.length ? index + 1 : folderRows + 1 + (index - folders.length),
  };
}
