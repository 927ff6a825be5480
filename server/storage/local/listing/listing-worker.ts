import { workerData } from 'node:worker_threads';
import type { Sorting } from '#contract/files.ts';
import { isTemporaryName } from '#contract/temporary-names.ts';
import { TransferResult, serveCalls } from '../../../lib/worker-calls.ts';
import { lowerThreadPriority } from '../../../lib/background-thread.ts';
import { fromNodeError } from '../node-error.ts';
import { readFolderSync } from '../read-folder.ts';
import { type Name, nameText } from '../../raw-name.ts';
import { lstatAt } from '../descriptors.ts';
import { refuseOwnFile } from '../own-files.ts';
import { sortByName, sortEntries, sortsByName } from '../../replies/item-order.ts';
import { joinNames, splitNames } from '../names-buffer.ts';
import type { ListingRow } from '../../replies/listing-row.ts';
import { readEntry } from './read-entry.ts';
import { rowText } from '../../replies/row-text.ts';
import { RowGroupWriter, type RowOptions } from '../../replies/row-groups.ts';
import { seenFolder, shownNames } from '../../replies/visible-folder.ts';
import { isSubtitleCompanion, type SubtitleFinder } from '../../replies/subtitles.ts';
import { localSubtitles } from './find-subtitles.ts';
import type { FileDescription, RowGroups, SomeRows } from '../../folder-listing.ts';
import type { FolderTask, OpenSeenFolder } from './folder-task.ts';

/** Number of names above which a folder is large. Two of the threads for large folders then read one half each. */
const LARGE_ABOVE = 6_000;

export interface ListingWorkerData {
  /** True in threads for large folders, which have a lower priority. */
  readonly isForLarge: boolean;
}

/** Result of beginning to list a folder. */
export type Beginning =
  /** The folder has to be listed by a thread for large ones. No entry has been read yet. */
  | { readonly kind: 'large' }
  | { readonly kind: 'complete'; readonly rows: RowGroups }
  /** The sorted names of a large folder in two parts, whose entries two threads read; see `joinNames`. */
  | {
      readonly kind: 'halves';
      readonly first: Uint8Array<ArrayBuffer>;
      readonly second: Uint8Array<ArrayBuffer>;
      /** Names in both halves that may be subtitles of a video. */
      readonly companions: Uint8Array<ArrayBuffer>;
    };

// LocalListing starts this worker with its data.
const { isForLarge } = workerData as ListingWorkerData;

const calls = {
  /** Reads a folder, or only its names if it is so large that two workers should share it. */
  begin({ task, sorting }: { readonly task: FolderTask; readonly sorting: Sorting }) {
    const folder = seenFolder(task);
    const names = shownNames(folder, readFolderSync(task.fd));
    if (names.length > LARGE_ABOVE) {
      if (!isForLarge) return new TransferResult<Beginning>({ kind: 'large' }, []);
      if (sortsByName(sorting)) return halve(names, sorting);
    }
    const entries = sortEntries([...readEach(folder, names)], sorting);
    const rows = rowGroups(entries, {
      base: folder.base,
      subtitlesOf: localSubtitles(folder, names),
      foldersApart: sortsByName(sorting),
      expected: entries.length,
    });
    return new TransferResult<Beginning>({ kind: 'complete', rows }, buffersOf(rows));
  },

  /** Returns the rows of the given names in their order, folders separately. */
  rows({
    task,
    names,
    companions,
  }: {
    task: FolderTask;
    names: Uint8Array;
    companions: Uint8Array;
  }) {
    const folder = seenFolder(task);
    const own = splitNames(names);
    const rows = rowGroups(readEach(folder, own), {
      base: folder.base,
      subtitlesOf: localSubtitles(folder, splitNames(companions)),
      foldersApart: true,
      expected: own.length,
    });
    return new TransferResult<RowGroups>(rows, buffersOf(rows));
  },

  /** Returns the rows of the given names, as far as they are shown, and those of them that do not exist. */
  some({
    task,
    names,
  }: {
    readonly task: FolderTask;
    readonly names: readonly string[];
  }): SomeRows {
    const folder = seenFolder(task);
    const wanted = shownNames(
      folder,
      names.filter((name) => !isTemporaryName(name)),
    );
    const entries = [...readEach(folder, wanted)];
    const subtitlesOf = subtitleFinderFor(folder, entries);
    const rows = entries.map((entry) =>
      rowText(entry, folder.base, entry.type === 'video' ? subtitlesOf(entry.name) : []),
    );
    const missing = wanted.map(nameText).filter((name) => lstatAt(task.fd, name) === undefined);
    return { rows: rows.join(','), missing };
  },

  /** Returns the type of a single file, and the subtitles of a video. */
  describe({ task, name }: { readonly task: FolderTask; readonly name: string }): FileDescription {
    const folder = seenFolder(task);
    const entry = readEntry(folder, name);
    if (entry === undefined) refuseOwnFileAt(task.fd, name);
    const type = entry?.type ?? 'blob';
    if (type !== 'video') return { type, subtitles: [] };
    const names = shownNames(folder, readFolderSync(task.fd));
    return { type, subtitles: localSubtitles(folder, names)(name) };
  },
};
export type ListingCalls = typeof calls;

function refuseOwnFileAt(fd: number, name: string): void {
  const stats = lstatAt(fd, name);
  if (stats !== undefined) refuseOwnFile(stats);
}

/** Reads the names of the whole folder only if one of the entries is a video. */
function subtitleFinderFor(folder: OpenSeenFolder, entries: readonly ListingRow[]): SubtitleFinder {
  if (!entries.some(({ type }) => type === 'video')) return () => [];
  return localSubtitles(folder, shownNames(folder, readFolderSync(folder.task.fd)));
}

/** Sorts the names of a large folder and divides them. */
function halve(names: readonly Name[], sorting: Sorting): TransferResult<Beginning> {
  const sorted = sortByName(names, nameText, sorting.asc);
  const middle = Math.ceil(sorted.length / 2);
  const first = joinNames(sorted.slice(0, middle));
  const second = joinNames(sorted.slice(middle));
  const companions = joinNames(names.filter((name) => isSubtitleCompanion(nameText(name))));
  const beginning: Beginning = { kind: 'halves', first, second, companions };
  return new TransferResult(beginning, [first.buffer, second.buffer, companions.buffer]);
}

function* readEach(folder: OpenSeenFolder, names: readonly Name[]): Generator<ListingRow> {
  for (const name of names) {
    const entry = readEntry(folder, name);
    if (entry !== undefined) yield entry;
  }
}

function rowGroups(entries: Iterable<ListingRow>, options: RowOptions): RowGroups {
  const writer = new RowGroupWriter(options);
  for (const entry of entries) writer.add(entry);
  return writer.finish();
}

function buffersOf({ folders, others }: RowGroups): ArrayBuffer[] {
  return [folders.buffer, others.buffer];
}

if (isForLarge) lowerThreadPriority();
serveCalls(calls, fromNodeError);
