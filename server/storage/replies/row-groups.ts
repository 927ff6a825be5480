import { createHash } from 'node:crypto';
import type { RowGroups } from '../folder-listing.ts';
import type { ListingRow } from './listing-row.ts';
import { rowText } from './row-text.ts';
import { RowWriter } from './row-writer.ts';
import type { SubtitleFinder } from './subtitles.ts';

/** How rows are written. */
export interface RowOptions {
  /** Prefix that makes a name the path with which an entry is shown. */
  readonly base: string;
  readonly subtitlesOf: SubtitleFinder;
  /** True if all folders precede other entries, so that their rows are collected separately. */
  readonly foldersApart: boolean;
  /** Expected number of rows. */
  readonly expected: number;
}

/** Collects the rows of a listing, or of a part of it, in the order in which they are added. */
export class RowGroupWriter {
  readonly #options: RowOptions;
  readonly #folders = new RowWriter(0);
  readonly #others: RowWriter;
  #numDirs = 0;
  #numFiles = 0;

  constructor(options: RowOptions) {
    this.#options = options;
    this.#others = new RowWriter(options.expected);
  }

  add(entry: ListingRow): void {
    const { base, subtitlesOf, foldersApart } = this.#options;
    const isFolder = entry.stat.kind === 'folder';
    if (isFolder) this.#numDirs += 1;
    else this.#numFiles += 1;
    const subtitles = entry.type === 'video' ? subtitlesOf(entry.name) : [];
    const rows = isFolder && foldersApart ? this.#folders : this.#others;
    rows.write(rowText(entry, base, subtitles));
  }

  finish(): RowGroups {
    const texts = { folders: this.#folders.finish(), others: this.#others.finish() };
    return {
      ...texts,
      numDirs: this.#numDirs,
      numFiles: this.#numFiles,
      digest: digestOf(texts),
    };
  }
}

function digestOf({ folders, others }: Pick<RowGroups, 'folders' | 'others'>): string {
  return createHash('sha256')
    .update(`${folders.length} `)
    .update(folders)
    .update(others)
    .digest('hex');
}
