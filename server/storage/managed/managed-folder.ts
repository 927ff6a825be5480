import { setImmediate as nextTurn } from 'node:timers/promises';
import { isTemporaryName } from '#contract/temporary-names.ts';
import type { Sorting } from '#contract/files.ts';
import { childPath, type TreePath } from '#contract/paths.ts';
import { inSlices } from '../../metadata/batches.ts';
import {
  childOf,
  childrenByName,
  childrenInNaturalOrder,
  entryById,
  type StoredEntry,
} from '../../metadata/stored-entries.ts';
import { decideVisibility } from '../../policy/visibility.ts';
import type {
  FileDescription,
  FolderQuery,
  ListOptions,
  OpenFolder,
  RowGroups,
  SomeRows,
} from '../folder-listing.ts';
import type { EntryStat } from '../entry.ts';
import { hidesNothing, isShown, seenFolder, type SeenFolder } from '../replies/visible-folder.ts';
import { sortEntries, sortsByName } from '../replies/item-order.ts';
import { rowText } from '../replies/row-text.ts';
import { RowGroupWriter } from '../replies/row-groups.ts';
import {
  isSubtitleFolder,
  isSubtitleCompanion,
  type SubtitleChild,
  type SubtitleFinder,
  subtitleFinder,
} from '../replies/subtitles.ts';
import { listingsReadHeads, readRow } from './stored-rows.ts';
import { requireFound, statOf, type StoredTree } from './stored-tree.ts';

/** Number of entries that are read from the database, and written as rows, without a pause. It takes some milliseconds. */
const SLICE = 1_000;
/** Number of entries above which a folder is large. */
const LARGE_ABOVE = 6_000;
/** Number of subtitle folders that are examined for a video. */
const MAX_SUBTITLE_FOLDERS = 100;

/** A folder of the managed store. It is identified by its id, so that it stays the same folder when its name changes. */
export class ManagedFolder implements OpenFolder {
  readonly stat: EntryStat;
  /** Sizes of folders are not stored. */
  readonly isLarge = false;
  readonly #tree: StoredTree;
  readonly #id: number;

  constructor(tree: StoredTree, entry: StoredEntry) {
    this.stat = statOf(entry);
    this.#tree = tree;
    this.#id = entry.id;
  }

  async list(query: FolderQuery, options: ListOptions): Promise<RowGroups[]> {
    const { sorting, isLarge, whenLarge } = options;
    await this.#requirePresent();
    const folder = seenFolder(query);
    const shows = hidesNothing(folder) ? undefined : (name: string) => isShown(folder, name);
    const isByName = sortsByName(sorting);
    const readsHeads = listingsReadHeads(this.#tree.blobs, query.sniff);
    const slices = isByName && !sorting.asc ? this.#inNaturalOrder() : this.#sorted(sorting);
    const subtitles = new LazySubtitles(() => this.#subtitles(folder));
    const writer = new RowGroupWriter({
      base: folder.base,
      subtitlesOf: subtitles.of,
      foldersApart: isByName,
      expected: 0,
    });
    let count = 0;
    for await (const slice of slices) {
      count += slice.length;
      if (count > LARGE_ABOVE && !isLarge) {
        return whenLarge(() => this.list(query, { ...options, isLarge: true }));
      }
      for (const entry of shows === undefined ? slice : slice.filter(({ name }) => shows(name))) {
        const read = readRow(this.#tree.blobs, entry, readsHeads);
        const row = read instanceof Promise ? await read : read;
        if (row.type === 'video') await subtitles.prepare();
        writer.add(row);
      }
    }
    return [writer.finish()];
  }

  async listSome(query: FolderQuery, names: readonly string[]): Promise<SomeRows> {
    await this.#requirePresent();
    const folder = seenFolder(query);
    const subtitles = new LazySubtitles(() => this.#subtitles(folder));
    const rows: string[] = [];
    const missing: string[] = [];
    const readsHeads = listingsReadHeads(this.#tree.blobs, query.sniff);
    for (const name of names) {
      if (isTemporaryName(name) || !isShown(folder, name)) continue;
      const entry = await childOf(this.#tree.db.read, this.#id, name);
      if (entry === undefined) {
        missing.push(name);
        continue;
      }
      const row = await readRow(this.#tree.blobs, entry, readsHeads);
      if (row.type === 'video') await subtitles.prepare();
      rows.push(rowText(row, folder.base, row.type === 'video' ? subtitles.of(name) : []));
    }
    return { rows: rows.join(','), missing };
  }

  async describe(query: FolderQuery, name: string): Promise<FileDescription> {
    const folder = seenFolder(query);
    const entry = requireFound(await childOf(this.#tree.db.read, this.#id, name));
    // Also in a bucket: otherwise a single text or picture without an extension could not be opened as such.
    const { type } = await readRow(this.#tree.blobs, entry, query.sniff);
    if (type !== 'video') return { type, subtitles: [] };
    return { type, subtitles: (await this.#subtitles(folder))(name) };
  }

  async close(): Promise<void> {
    // Nothing is held open.
  }

  async #requirePresent(): Promise<void> {
    requireFound(await entryById(this.#tree.db.read, this.#id));
  }

  /** Yields folders and then files, in natural order, in slices. An index of the database has this order, so nothing is sorted. */
  async *#inNaturalOrder(): AsyncGenerator<readonly StoredEntry[]> {
    const { read } = this.#tree.db;
    for (const isFolder of [true, false]) {
      const kind = { folder: this.#id, isFolder };
      yield* inSlices<StoredEntry>(
        (after, most) => childrenInNaturalOrder(read, kind, { after, most }),
        SLICE,
      );
    }
  }

  /** Yields all entries in any other order, in slices. Has to read all of them first. */
  async *#sorted(sorting: Sorting): AsyncGenerator<readonly StoredEntry[]> {
    const entries: {
      readonly name: string;
      readonly stat: EntryStat;
      readonly stored: StoredEntry;
    }[] = [];
    for await (const stored of this.#children()) {
      entries.push({ name: stored.name, stat: statOf(stored), stored });
    }
    const sorted = sortEntries(entries, sorting);
    for (let at = 0; at < sorted.length; at += SLICE) {
      yield sorted.slice(at, at + SLICE).map(({ stored }) => stored);
      await nextTurn();
    }
  }

  /** Yields the entries of the folder without temporary ones, in the order of their names. */
  async *#children(): AsyncGenerator<StoredEntry> {
    const { read } = this.#tree.db;
    const slices = inSlices<StoredEntry>(
      (after, most) => childrenByName(read, this.#id, { after, most }),
      SLICE,
    );
    for await (const slice of slices) {
      yield* slice.filter(({ name }) => !isTemporaryName(name));
    }
  }

  async #subtitles(folder: SeenFolder): Promise<SubtitleFinder> {
    const names: string[] = [];
    const folders = new Map<string, readonly SubtitleChild[]>();
    for await (const { id, name, isFolder } of this.#children()) {
      if (!isSubtitleCompanion(name) || !isShown(folder, name)) continue;
      names.push(name);
      if (isFolder && isSubtitleFolder(name)) await this.#addFolder(folders, folder, id, [name]);
    }
    return subtitleFinder(folder.base, names, {
      isFolder: (name) => folders.has(name),
      childrenOf: (...below) => folders.get(below.join('/')) ?? [],
    });
  }

  /** Reads a subtitle folder, and the folders in it. */
  async #addFolder(
    folders: Map<string, readonly SubtitleChild[]>,
    seen: SeenFolder,
    id: number,
    names: readonly string[],
  ): Promise<void> {
    if (folders.size >= MAX_SUBTITLE_FOLDERS) return;
    const slice = { after: undefined, most: SLICE };
    const children = (await childrenByName(this.#tree.db.read, id, slice)).filter(({ name }) =>
      isVisibleBelow(seen, [...names, name]),
    );
    folders.set(names.join('/'), children);
    if (names.length > 1) return;
    for (const child of children) {
      if (child.isFolder) await this.#addFolder(folders, seen, child.id, [...names, child.name]);
    }
  }
}

/** Finds subtitles after `prepare` has read the folder for them. A listing calls that only when it comes to a video. */
class LazySubtitles {
  readonly #find: () => Promise<SubtitleFinder>;
  #finder: SubtitleFinder | undefined;

  constructor(find: () => Promise<SubtitleFinder>) {
    this.#find = find;
  }

  readonly of: SubtitleFinder = (video) => this.#finder?.(video) ?? [];

  async prepare(): Promise<void> {
    this.#finder ??= await this.#find();
  }
}

function isVisibleBelow({ task, visibility }: SeenFolder, names: readonly string[]): boolean {
  if (names.some(isTemporaryName)) return false;
  const path = names.reduce<TreePath | undefined>(
    (folder, name) => folder && childPath(folder, name),
    task.resolvedPath,
  );
  return path !== undefined && decideVisibility(visibility, path) === 'allowed';
}
