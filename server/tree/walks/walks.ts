import type { TreePath } from '#contract/paths.ts';
import type { TaskOptions } from '../../lib/task-pool.ts';
import type { EntryRef, EntryStat } from '../../storage/driver.ts';
import type { CandidateNames, SearchTask } from '../search/search-task.ts';
import type { Exceptions, HiddenEntry, Survey } from '../../storage/walk-outcomes.ts';
import type { Judged } from './judged.ts';

export type { Exceptions, Survey } from '../../storage/walk-outcomes.ts';

/**
 * Walks over whole trees, in worker threads, over descriptors. Each is iterative, tells its progress, and ends when its
 * signal aborts. Places are resolved ones; names that are no UTF-8 are treated like all others.
 */
export interface Walks {
  /** Looks at one entry, whose name may be that of a hidden part; undefined when there is none. */
  stat(input: { readonly entry: EntryRef }): Promise<EntryStat | undefined>;

  /** Finds temporary files and folders below the root, without entering them. */
  findHidden(options: TaskOptions): Promise<HiddenEntry[]>;

  /**
   * Counts an entry and everything below it. An entry that may not be seen fails the survey with `forbidden`, or is skipped with
   * everything below it. `mergesInto` is the path of a folder that the entry will be merged into: throws `already-exists` when a
   * file would replace a folder or a folder a file, and `forbidden` when a symlink would be replaced that may not be.
   */
  survey(
    input: {
      readonly entry: EntryRef;
      readonly judged: Judged;
      readonly refused: 'fails' | 'is-passed-over';
      readonly mergesInto?: TreePath | undefined;
    },
    options: TaskOptions,
  ): Promise<Survey>;

  /**
   * Copies a file, or a folder with all below it, to a hidden name, modes and times kept. Whatever may not be seen by
   * then fails it. Links inside a folder as in the decisions of compatibility.md. When it fails or is stopped, what it made is
   * left for `remove`.
   */
  copy(
    input: {
      readonly from: EntryRef;
      /** A hidden part's name. */
      readonly to: EntryRef;
      /** Where the copy will lie at last: links are seen from there. */
      readonly finalPlace: TreePath;
      /** Links that lead out of it are not made again. */
      readonly scope: TreePath;
      readonly judged: Judged;
      /** Flush every file and folder, because the original is going to be removed. */
      readonly durable: boolean;
    },
    options: TaskOptions,
  ): Promise<Exceptions>;

  /**
   * Moves what is in a folder into another one on the same device, file by file in single steps, replacing files of the
   * same name and merging folders, and removes the emptied folder. Goes on where an earlier one was cut off; a `from`
   * that is gone is done.
   */
  merge(
    input: { readonly from: EntryRef; readonly into: TreePath },
    options: TaskOptions,
  ): Promise<void>;

  /**
   * Removes an entry and all below it, hidden parts too; links are removed, not entered. What cannot be removed stays
   * and is told; that nothing at all could be removed fails it. Nothing there is not an error.
   */
  remove(input: { readonly entry: EntryRef }, options: TaskOptions): Promise<Exceptions>;

  /**
   * Removes from a tree what its copy holds with the same size and modification time, and the folders that are empty
   * then. What has changed since, and what was not copied, stays and is told.
   */
  removeCopied(
    input: { readonly entry: EntryRef; readonly copy: TreePath },
    options: TaskOptions,
  ): Promise<Exceptions>;

  /**
   * Everything below a folder as the JSON of GET /api/resources/recursive (compatibility.md 3.8), in parts that belong one behind
   * the other. `shownAs` is the folder's path as the reader sees it.
   */
  list(
    input: { readonly place: TreePath; readonly shownAs: TreePath; readonly judged: Judged },
    options: TaskOptions,
  ): AsyncGenerator<Uint8Array<ArrayBuffer>>;

  /** What a search finds below a folder, as text in parts (`form`), as it is found. */
  search(task: SearchTask, options: TaskOptions): AsyncGenerator<Uint8Array<ArrayBuffer>>;

  /**
   * The same of names that may be hits: those that are still there, are what the query asks for, and may be seen, as all
   * folders on their way may.
   */
  check(
    input: { readonly task: SearchTask; readonly candidates: readonly CandidateNames[] },
    options: TaskOptions,
  ): AsyncGenerator<Uint8Array<ArrayBuffer>>;

  close(): Promise<void>;
}
