import { parentOf, type TreePath } from '#contract/paths.ts';
import { AppError } from '../errors.ts';
import type { StoredTrash } from '../metadata/trash.ts';
import { hasVersions, markObsolete } from '../metadata/versions.ts';
import { EVERYTHING } from '../policy/walk-filter.ts';
import type { EntryRef, EntryStat } from '../storage/entry.ts';
import { entryAt } from './entry-at.ts';
import { refOf, requireChildPath } from './entry-paths.ts';
import {
  type FileToKeep,
  type KeptCopy,
  type KeptFileDependencies,
  KeptFiles,
} from './kept-files.ts';
import { trashedKindOf } from './path-in-trash.ts';
import { SaveBursts } from './save-bursts.ts';

/** Number of files of a merge that are kept in one transaction. */
const KEPT_AT_ONCE = 100;

export interface VersionDependencies extends KeptFileDependencies {
  /** Returns whether files at a path are kept when they are replaced. */
  isKept(path: TreePath): Promise<boolean>;
}

/** The operation that replaces a file. */
export interface Replacing {
  readonly userId: number | undefined;
  /** True for a restore, which keeps what it replaces even where versions are off. */
  readonly isRestore: boolean;
  /** Set to the id of the version that is made of the file. */
  version: number | undefined;
  /**
   * Runs `work` when the operation has ended. A restored version counts among the versions of its file until then, so that surplus ones
   * may be deleted only afterwards.
   */
  afterEnd(work: () => void): void;
}

/** A folder, and the one that it is merged into. */
interface MergedFolders {
  readonly from: EntryRef;
  readonly into: TreePath;
}

export interface MergeSignals {
  /** Ends the merge. */
  readonly signal: AbortSignal;
  /** Aborts when the server stops. Recovery then decides which files were replaced. */
  readonly stopping: AbortSignal;
}

/** Makes versions of the files that operations replace. Decides which files have them; `KeptFiles` keeps the files. */
export class Versions {
  readonly #dependencies: VersionDependencies;
  readonly #files: KeptFiles;
  readonly #bursts = new SaveBursts();
  /** Called when files have got versions, or when versions are to be deleted. `source` is the path of the file; undefined for several. */
  onChanged: (source: TreePath | undefined) => void = () => undefined;

  constructor(dependencies: VersionDependencies) {
    this.#dependencies = dependencies;
    this.#files = new KeptFiles(dependencies);
  }

  /**
   * Publishes a file over another one. The other becomes a version where versions are on, unless the trash of its disk cannot take it. A
   * restore makes a version of it in any case, and is refused where the trash cannot take it. Called under the lock of the path. With
   * `isResumed`, the file may be in the trash already, because recovery repeats the step. `isPublished` says of a result whether the file
   * was replaced.
   */
  async replace<Result>(
    operation: Replacing,
    path: TreePath,
    publish: () => Promise<Result>,
    {
      isResumed = false,
      isPublished = () => true,
    }: {
      readonly isResumed?: boolean;
      readonly isPublished?: (result: Result) => boolean;
    } = {},
  ): Promise<Result> {
    const stat = await this.#fileToKeep(path, operation);
    if (stat === undefined || (isResumed && (await this.#isBeingKept(path)))) return publish();
    const [kept] = await this.#files.keep([{ source: path, stat }], operation.userId);
    if (kept === undefined) {
      if (operation.isRestore) throw notKept();
      return publish();
    }
    try {
      const result = await publish();
      if (!isPublished(result)) {
        await this.#files.conclude(kept);
        return result;
      }
      await this.#files.settle(kept, kept.copy);
      operation.version = kept.id;
      operation.afterEnd(() => this.onChanged(path));
      return result;
    } catch (error) {
      await this.#files.concludeIfPossible(kept, error);
      throw error;
    } finally {
      this.#files.release(kept);
    }
  }

  /** Saves a file as `replace` does. Several saves of one user within a minute leave one version. */
  async save(
    operation: Replacing,
    path: TreePath,
    publish: () => Promise<EntryStat>,
  ): Promise<EntryStat> {
    const { userId } = operation;
    const present = await this.#fileToKeep(path, operation);
    if (present === undefined) return publish();
    const since = this.#bursts.sinceOf(path, userId, present);
    const saved = await (since === undefined ? this.replace(operation, path, publish) : publish());
    this.#bursts.record(path, userId, since ?? Date.now(), saved);
    return saved;
  }

  /** Merges a folder into another one; the files that it replaces become versions. Refuses a restore whose files cannot, as `replace` does. */
  async merge(
    operation: Omit<Replacing, 'version' | 'afterEnd'>,
    folders: MergedFolders,
    merge: () => Promise<void>,
    { signal, stopping }: MergeSignals,
  ): Promise<void> {
    if (!(await this.#isKept(folders.into, operation))) return merge();
    const kept: KeptCopy[] = [];
    let failure: unknown;
    try {
      for await (const batch of this.#keepReplaced(operation, folders, signal)) {
        kept.push(...batch);
      }
      await merge();
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      // Evidence decides: a merge that fails has replaced some of the files.
      for (const each of kept) {
        if (!stopping.aborted) await this.#files.concludeIfPossible(each, failure);
        this.#files.release(each);
      }
      if (kept.length > 0) this.onChanged(undefined);
    }
  }

  /**
   * Refuses a restore of a folder into another one, as `merge` would, if the trash cannot take a file that it replaces. Called before the folder is
   * copied to another device, so that no copy is made in vain.
   */
  async requireKeepable(folders: MergedFolders, signal: AbortSignal): Promise<void> {
    const { driver } = this.#dependencies;
    const replaced = await this.#replacedBy(folders, signal);
    // The files of a folder are on one disk.
    const oneOfEach = new Map(replaced.map((path) => [parentOf(path), path]));
    for (const path of oneOfEach.values()) {
      signal.throwIfAborted();
      if ((await driver.trashFor(refOf(path), { create: false })) === undefined) throw notKept();
    }
  }

  /** Marks the versions of an entry that was deleted for good, and of everything that was below it, for deletion by the cleanup job. */
  async forget(path: TreePath): Promise<void> {
    const { db, completions } = this.#dependencies;
    if (!(await hasVersions(db.read, path))) return;
    await completions.store(async () => {
      await db.write((tx) => markObsolete(tx, path), { isIdempotent: true });
    });
    this.onChanged(undefined);
  }

  /** As `KeptFiles.interrupted`. */
  interrupted(): Promise<StoredTrash[]> {
    return this.#files.interrupted();
  }

  /** As `KeptFiles.areAny`. */
  areAnyKept(): Promise<boolean> {
    return this.#files.areAny();
  }

  /** Decides whether an interrupted file was replaced. Throws `NoEvidence` while its disk is missing. */
  recover(file: StoredTrash): Promise<void> {
    return this.#files.conclude(file);
  }

  /** Returns the file at a path, if it is to be kept. */
  async #fileToKeep(
    path: TreePath,
    operation: Pick<Replacing, 'isRestore'>,
  ): Promise<EntryStat | undefined> {
    if (!(await this.#isKept(path, operation))) return undefined;
    const stat = await entryAt(this.#dependencies, path);
    return stat !== undefined && trashedKindOf(stat) === 'file' ? stat : undefined;
  }

  async #isKept(path: TreePath, { isRestore }: Pick<Replacing, 'isRestore'>): Promise<boolean> {
    return isRestore || this.#dependencies.isKept(path);
  }

  async #isBeingKept(path: TreePath): Promise<boolean> {
    return (await this.interrupted()).some(({ source }) => source === path);
  }

  /** Keeps the files that a merge will replace, and yields them in batches. Leaves out those that an interrupted merge has kept. */
  async *#keepReplaced(
    operation: Omit<Replacing, 'version' | 'afterEnd'>,
    folders: MergedFolders,
    signal: AbortSignal,
  ): AsyncGenerator<KeptCopy[]> {
    const replaced = await this.#replacedBy(folders, signal);
    const interrupted = new Set((await this.interrupted()).map(({ source }) => source));
    for (let start = 0; start < replaced.length; start += KEPT_AT_ONCE) {
      signal.throwIfAborted();
      const files: FileToKeep[] = [];
      for (const source of replaced.slice(start, start + KEPT_AT_ONCE)) {
        const stat = interrupted.has(source)
          ? undefined
          : await this.#fileToKeep(source, operation);
        if (stat !== undefined) files.push({ source, stat });
      }
      const kept = await this.#files.keep(files, operation.userId);
      yield kept;
      if (operation.isRestore && kept.length < files.length) throw notKept();
    }
  }

  /** Returns the paths of the files that a merge will replace. */
  async #replacedBy({ from, into }: MergedFolders, signal: AbortSignal): Promise<TreePath[]> {
    const { walks } = this.#dependencies.driver;
    if ((await walks.stat({ entry: from })) === undefined) return [];
    const task = { entry: from, filter: EVERYTHING, refused: 'skips', mergesInto: into } as const;
    const { replaced = [] } = await walks.survey({ ...task, listsReplaced: true }, { signal });
    return replaced.map((below) => below.split('/').reduce(requireChildPath, into));
  }
}

/** Returns the error for a restore that would lose what it replaces. */
function notKept(): AppError {
  return new AppError('invalid-request', 'the trash cannot keep the present contents', {
    refusal: { code: 'not-kept' },
  });
}
