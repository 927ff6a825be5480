import type { TreePath } from '#contract/paths.ts';
import type { TaskOptions } from '../lib/task-pool.ts';
import type { WalkFilter } from '../policy/walk-filter.ts';
import type { Copied, Exceptions, Survey, TemporaryEntry } from './walk-outcomes.ts';
import type { EntryRef, EntryStat } from './entry.ts';

/**
 * Operations on whole trees. Each works iteratively, reports its progress, and ends when its signal aborts. Paths contain no symlinks.
 * Names that are not UTF-8 are treated like all others.
 */
export interface TreeWalks {
  /** Returns the facts of one entry, which may have a temporary name; undefined when it does not exist. */
  stat(input: { readonly entry: EntryRef }): Promise<EntryStat | undefined>;

  /** Finds temporary files and folders below the root, at most 1,000, without entering them. */
  findTemporary(task: FindTemporaryTask, options: TaskOptions): Promise<TemporaryEntry[]>;

  /** Counts an entry and everything below it. */
  survey(task: SurveyTask, options: TaskOptions): Promise<Survey>;

  /**
   * Copies a file, or a folder with everything below it, to a temporary name, with modes and times. Fails when an entry is not visible.
   * Symlinks inside a folder are treated as compatibility.md decides. After a failure, `remove` has to remove the partial copy.
   */
  copy(task: CopyTask, options: TaskOptions): Promise<Copied>;

  /**
   * Moves the contents of a folder into another one on the same device, file by file in single steps. Replaces files of the
   * same name, merges folders, and removes the emptied folder. Continues where an earlier merge was interrupted, and succeeds
   * when `from` does not exist.
   */
  merge(task: MergeTask, options: TaskOptions): Promise<void>;

  /**
   * Removes an entry and everything below it, including temporary files. Symlinks are removed, not entered. Returns the entries that
   * could not be removed; fails when nothing could be removed. Succeeds when the entry does not exist.
   */
  remove(task: { readonly entry: EntryRef }, options: TaskOptions): Promise<Exceptions>;

  /**
   * Removes the entries of a tree that its copy contains with the same size and modification time, and the folders
   * that become empty. Keeps and returns entries that have changed since, and those that were not copied.
   */
  removeCopied(task: RemoveCopiedTask, options: TaskOptions): Promise<Exceptions>;

  /** Lists everything below a folder as the JSON of GET /api/resources/recursive (compatibility.md 3.8), in consecutive parts. */
  list(task: ListTask, options: TaskOptions): AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

/** A search for temporary files and folders. */
export interface FindTemporaryTask {
  /** Names that are not reported, because it is known what they belong to. */
  readonly known: ReadonlySet<string>;
}

/** An entry to count, with everything below it. */
export interface SurveyTask {
  readonly entry: EntryRef;
  readonly filter: WalkFilter;
  /**
   * Effect of an invisible entry: `fails` fails the survey with `forbidden`; `skips` ignores it with everything
   * below.
   */
  readonly refused: 'fails' | 'skips';
  /** An existing folder. `already-exists` if below it a file would replace a folder, or a folder a file. */
  readonly mergesInto?: TreePath | undefined;
  /** True to count a folder that cannot be read, without its contents, instead of failing. Always so where `refused` is `skips`. */
  readonly skipsUnreadable?: boolean | undefined;
  /** True to add `changedMs` to the survey. */
  readonly findsChanges?: boolean;
  /** True to add `replaced` to the survey. */
  readonly listsReplaced?: boolean;
}

/** An entry to copy, with everything below it. */
export interface CopyTask {
  readonly from: EntryRef;
  /** A temporary name. */
  readonly to: EntryRef;
  /** Path at which the copy will be published. Relative targets of copied symlinks are resolved from there. */
  readonly finalPath: TreePath;
  /** Symlinks that lead out of it are not copied. */
  readonly scope: TreePath;
  readonly filter: WalkFilter;
  /** True to flush every file and folder, because the original will be removed. */
  readonly durable: boolean;
  /**
   * Set to go on with an interrupted copy that is at `to`. Files with the size and time of their original are not copied again; with
   * `comparing-contents`, which is for copies from before a restart of the machine, only if their contents are the same, too.
   */
  readonly continues?: 'by-time' | 'comparing-contents' | undefined;
  /**
   * How files are read back and compared with what was read from their originals: `disk` all of them, from the disk, because the originals
   * will be removed; `cache` files of at least 1 MiB, as the kernel has them. `storage-failed` if one differs. Files that share the blocks of
   * their originals are not compared.
   */
  readonly comparison?: 'disk' | 'cache' | undefined;
  /** True to skip and report entries below `from` that cannot be read, instead of failing. */
  readonly skipsUnreadable?: boolean | undefined;
  /** True to leave out files that are at `finalPath` already, with the same size and time and, where files are verified, the same bytes. */
  readonly skipsSame?: boolean | undefined;
}

/** A folder to merge into another one on the same device. */
export interface MergeTask {
  readonly from: EntryRef;
  readonly into: TreePath;
}

/** An entry that was moved to another device, and its published copy. */
export interface RemoveCopiedTask {
  readonly entry: EntryRef;
  readonly copy: TreePath;
}

/** A folder whose contents, at any depth, are listed. */
export interface ListTask {
  readonly path: TreePath;
  /** Path of the folder as the user sees it. */
  readonly shownAs: TreePath;
  readonly filter: WalkFilter;
}
