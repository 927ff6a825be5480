import { parentOf, type TreePath } from '#contract/paths.ts';
import type { Database } from '../metadata/database.ts';
import type { StoredTrash } from '../metadata/trash.ts';
import {
  deleteKeeping,
  hasVersions,
  insertKeeping,
  listKeeping,
  markObsolete,
  settleKeeping,
} from '../metadata/versions.ts';
import { ALONE, type WorkOwner } from '../metadata/work-owner.ts';
import { findUserById } from '../metadata/users.ts';
import { EVERYTHING } from '../policy/walk-filter.ts';
import type { TaskOptions } from '../lib/task-pool.ts';
import type { EntryRef, EntryStat } from '../storage/entry.ts';
import type { Completions } from './completions.ts';
import { entryAt } from './entry-at.ts';
import { refOf, requireChildPath } from './entry-paths.ts';
import { folderEvidenceOf, isStorageAway, NoEvidence, provesAbsence } from './evidence.ts';
import { newPathInTrash, trashedKindOf } from './path-in-trash.ts';
import type { TreeStorage } from './resolved-path.ts';
import { SaveBursts } from './save-bursts.ts';
import { AppError } from '../errors.ts';

/** Number of files of a merge that are kept in one transaction. */
const KEPT_AT_ONCE = 100;

export interface VersionDependencies {
  readonly db: Database;
  readonly driver: TreeStorage;
  readonly completions: Completions;
  /** Returns whether files at a path are kept when they are replaced. */
  isKept(path: TreePath): Promise<boolean>;
  /** Default: a server alone. */
  readonly owner?: WorkOwner;
}

/** The operation that replaces a file. It gets the id of the version. */
export interface Replacing {
  readonly userId: number | undefined;
  version: number | undefined;
}

/** A file that is about to be replaced, and is in the trash already. */
interface Kept {
  readonly id: number;
  readonly source: TreePath;
  readonly path: TreePath;
  /** Fingerprint of the file before it is replaced. */
  readonly item: string;
  readonly size: number | undefined;
  readonly folderEvidence: string | undefined;
}

interface Candidate {
  readonly source: TreePath;
  readonly stat: EntryStat;
  readonly path: TreePath;
}

/**
 * Keeps what operations replace as versions in the trash. The file gets a second name there before it is replaced, and a row of the table
 * `trash` before that: after a crash, the file is still at its path, or only in the trash, and recovery sees which. So the former contents
 * are current or a version at any time, and never both.
 */
export class Versions {
  readonly #dependencies: VersionDependencies;
  readonly #bursts = new SaveBursts();
  /** Rows of operations of this process. */
  readonly #running = new Set<number>();
  /** Called with the path of a file that has got a version; undefined for several files, and when versions are to be deleted. */
  onKept: (source: TreePath | undefined) => void = () => undefined;

  constructor(dependencies: VersionDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Publishes a file over another one, which becomes a version where versions are on. Called under the lock of the path. With `isResumed`,
   * the file may be in the trash already, because recovery repeats the step.
   */
  async replace<Result>(
    operation: Replacing,
    path: TreePath,
    publish: () => Promise<Result>,
    { isResumed = false }: { readonly isResumed?: boolean } = {},
  ): Promise<Result> {
    const stat = await this.#fileToKeep(path);
    if (stat === undefined || (isResumed && (await this.#isBeingKept(path)))) return publish();
    const [kept] = await this.#keep([{ source: path, stat }], operation.userId);
    if (kept === undefined) return publish();
    try {
      const result = await publish();
      await this.#settle(kept, kept.copy);
      operation.version = kept.id;
      this.onKept(path);
      return result;
    } catch (error) {
      await this.#concludeFailure(kept, error);
      throw error;
    } finally {
      this.#running.delete(kept.id);
    }
  }

  /** Saves a file as `replace` does. Several saves of one user within a minute leave one version. */
  async save(
    operation: Replacing,
    path: TreePath,
    publish: () => Promise<EntryStat>,
  ): Promise<EntryStat> {
    const { userId } = operation;
    const present = await this.#fileToKeep(path);
    if (present === undefined) return publish();
    const since = this.#bursts.sinceOf(path, userId, present);
    const saved = await (since === undefined ? this.replace(operation, path, publish) : publish());
    this.#bursts.record(path, userId, since ?? Date.now(), saved);
    return saved;
  }

  /** Merges a folder into another one; the files that it replaces become versions. */
  async merge(
    operation: Pick<Replacing, 'userId'>,
    { from, into }: { readonly from: EntryRef; readonly into: TreePath },
    merge: () => Promise<void>,
    options: TaskOptions,
  ): Promise<void> {
    if (!(await this.#dependencies.isKept(into))) return merge();
    const kept = await this.#keepReplaced(operation.userId, { from, into }, options);
    try {
      await merge();
    } finally {
      for (const each of kept) {
        // Evidence decides: a merge that fails has replaced some of the files. What cannot be decided waits for the next start.
        if (!options.signal.aborted) await this.#conclude(each).catch(() => undefined);
        this.#running.delete(each.id);
      }
      if (kept.length > 0) this.onKept(undefined);
    }
  }

  /** Lets the versions of a file, or of the files in a folder, be deleted that was deleted for good. */
  async forget(path: TreePath): Promise<void> {
    const { db, completions } = this.#dependencies;
    if (!(await hasVersions(db.read, path))) return;
    await completions.store(async () => {
      await db.write((tx) => markObsolete(tx, path), { isIdempotent: true });
    });
    this.onKept(undefined);
  }

  /** Lists the files that an earlier process, or a failure, has left in between. */
  async interrupted(): Promise<StoredTrash[]> {
    const isAbandoned = await this.#owner.abandoned();
    return (await listKeeping(this.#dependencies.db.read)).filter(
      ({ id, server }) => !this.#running.has(id) && isAbandoned(server),
    );
  }

  /** Resolves with true while files are in between, also those that others replace. */
  async areAnyKept(): Promise<boolean> {
    return (await listKeeping(this.#dependencies.db.read)).length > 0;
  }

  /** Decides about a file that was left in between. Throws `NoEvidence` while its disk is missing. */
  recover(file: StoredTrash): Promise<void> {
    return this.#conclude(file);
  }

  get #owner(): WorkOwner {
    return this.#dependencies.owner ?? ALONE;
  }

  /** Returns the file at a path, if it is to be kept. */
  async #fileToKeep(path: TreePath): Promise<EntryStat | undefined> {
    if (!(await this.#dependencies.isKept(path))) return undefined;
    const stat = await entryAt(this.#dependencies, path);
    return stat !== undefined && trashedKindOf(stat) === 'file' ? stat : undefined;
  }

  async #isBeingKept(path: TreePath): Promise<boolean> {
    return (await this.interrupted()).some(({ source }) => source === path);
  }

  async #keepReplaced(
    userId: number | undefined,
    { from, into }: { readonly from: EntryRef; readonly into: TreePath },
    options: TaskOptions,
  ): Promise<KeptCopy[]> {
    const { walks } = this.#dependencies.driver;
    if ((await walks.stat({ entry: from })) === undefined) return [];
    const task = { entry: from, filter: EVERYTHING, refused: 'skips', mergesInto: into } as const;
    const { signal } = options;
    const { replaced = [] } = await walks.survey({ ...task, listsReplaced: true }, { signal });
    const begun = new Set((await this.interrupted()).map(({ source }) => source));
    const kept: KeptCopy[] = [];
    for (let start = 0; start < replaced.length; start += KEPT_AT_ONCE) {
      signal.throwIfAborted();
      const files: Omit<Candidate, 'path'>[] = [];
      for (const below of replaced.slice(start, start + KEPT_AT_ONCE)) {
        const source = below.split('/').reduce(requireChildPath, into);
        const stat = begun.has(source) ? undefined : await this.#fileToKeep(source);
        if (stat !== undefined) files.push({ source, stat });
      }
      kept.push(...(await this.#keep(files, userId)));
    }
    return kept;
  }

  /** Stores files in the trash that are about to be replaced. Leaves out those that the trash of their disk cannot take. */
  async #keep(
    files: readonly Omit<Candidate, 'path'>[],
    userId: number | undefined,
  ): Promise<KeptCopy[]> {
    const { db, driver, completions } = this.#dependencies;
    await completions.settled();
    const candidates: Candidate[] = [];
    for (const file of files) {
      await driver.trashFor(refOf(file.source), { create: true });
      const path = await newPathInTrash(this.#dependencies, file.source);
      if (path !== undefined) candidates.push({ ...file, path });
    }
    const [first] = candidates;
    if (first === undefined) return [];
    const user = userId === undefined ? undefined : await findUserById(db.read, userId);
    const evidence = new Map<TreePath, string | undefined>();
    for (const { path } of candidates) {
      const folder = parentOf(path);
      if (!evidence.has(folder)) evidence.set(folder, await folderEvidenceOf(driver, folder));
    }
    const rows = candidates.map(({ source, path, stat }) => ({
      userId,
      username: user?.username ?? '',
      source,
      path,
      kind: 'file' as const,
      size: stat.size,
      entries: 1,
      item: stat.fingerprint,
      folderEvidence: evidence.get(parentOf(path)),
      deletedAt: Date.now(),
      modifiedMs: Number(stat.modifiedNs / 1_000_000n),
    }));
    const ids = await db.write((tx) => insertKeeping(tx, rows, this.#owner.server));
    for (const id of ids) this.#running.add(id);
    const kept: KeptCopy[] = [];
    for (const [index, row] of rows.entries()) {
      const id = ids[index] ?? 0;
      try {
        kept.push({ ...row, id, copy: await this.#nameInTrash(row) });
      } catch (error) {
        await this.#concludeFailure({ ...row, id }, error);
        for (const each of [{ id }, ...kept]) this.#running.delete(each.id);
        for (const each of kept) await this.#concludeFailure(each, error);
        throw error;
      }
    }
    return kept;
  }

  /** Gives a file its second name, or copies it where the file system has no hard links. */
  async #nameInTrash({ source, path }: Pick<Kept, 'source' | 'path'>): Promise<EntryStat> {
    const { driver } = this.#dependencies;
    const [from, to] = [refOf(source), refOf(path)];
    const keep = () => driver.keepFile(from, to);
    const kept = await keep().catch(async (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'not-found') throw error;
      // The emptying of the trash has removed its folder meanwhile.
      await driver.trashFor(from, { create: true });
      return keep();
    });
    if (kept !== undefined) return kept;
    const copy = { from, to, finalPath: source, scope: parentOf(source), filter: EVERYTHING };
    await driver.walks.copy({ ...copy, durable: true }, { signal: new AbortController().signal });
    const stat = await entryAt(this.#dependencies, path);
    if (stat === undefined) throw new AppError('storage-failed', 'the former file was not kept');
    return stat;
  }

  async #concludeFailure(kept: Kept, error: unknown): Promise<void> {
    // The step may still be taken, so the next start decides.
    if (isStorageAway(error)) return;
    await this.#conclude(kept).catch(() => undefined);
  }

  /** Decides by what is on the disk whether a file was replaced. Then it is a version; otherwise its second name is removed. */
  async #conclude(kept: Kept): Promise<void> {
    const { driver, db, completions } = this.#dependencies;
    const [present, copy] = await Promise.all([
      entryAt(this.#dependencies, kept.source),
      entryAt(this.#dependencies, kept.path),
    ]);
    if (copy === undefined) {
      if (!(await provesAbsence(driver, parentOf(kept.path), kept.folderEvidence)))
        throw new NoEvidence();
    } else {
      const isIncomplete = copy.fingerprint !== kept.item && copy.size !== kept.size;
      if (present?.fingerprint !== kept.item && !isIncomplete) return this.#settle(kept, copy);
      const { folder, name } = refOf(kept.path);
      await driver.remove(folder, name);
    }
    await completions.store(() =>
      db.write((tx) => deleteKeeping(tx, kept.id), { isIdempotent: true }),
    );
  }

  async #settle({ id }: Pick<Kept, 'id'>, { fingerprint: item }: EntryStat): Promise<void> {
    const { db, completions } = this.#dependencies;
    await completions.store(() =>
      db.write((tx) => settleKeeping(tx, { id, item }), { isIdempotent: true }),
    );
  }
}

interface KeptCopy extends Kept {
  readonly copy: EntryStat;
}
