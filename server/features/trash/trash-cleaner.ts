import { parentOf, type TreePath } from '#contract/paths.ts';
import type { TrashConfig, VersionConfig } from '../../config/config.ts';
import { AppError, serverStopping } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
import type { Database } from '../../metadata/database.ts';
import {
  deleteTrash,
  listUnmeasured,
  setTrashSize,
  type StoredTrash,
  trashByTime,
  type TrashPurpose,
} from '../../metadata/trash.ts';
import { listSurplusVersions, listVersions } from '../../metadata/versions.ts';
import { EVERYTHING } from '../../policy/walk-filter.ts';
import { refOf } from '../../tree/entry-paths.ts';
import { provesAbsence } from '../../tree/evidence.ts';
import type { OperationControl } from '../../tree/operation-control.ts';
import { purgeTrash } from '../../tree/purge-trash.ts';
import { recordedPath } from '../../tree/resolved-path.ts';
import type { Tree } from '../../tree/tree.ts';
import { trashFoldersOf } from '../../tree/unknown-trash.ts';
import { makeRoom, type RoomRequest } from './make-room.ts';
import { adoptUnknownItems } from './unknown-items.ts';

/** Number of items that are measured before others are read. */
const MEASURED_AT_ONCE = 50;
const NEVER = new AbortController().signal;
/** The order in which items are deleted: versions of deleted files first, deleted items last. */
const PURPOSES: readonly TrashPurpose[] = ['obsolete', 'version', 'deleted'];
/** Number of versions that are deleted before others are read. */
const PRUNED_AT_ONCE = 100;

interface CleanerDependencies {
  readonly tree: Tree;
  readonly db: Database;
  readonly config: TrashConfig;
  readonly versions: VersionConfig;
  readonly log: Logger;
}

/**
 * Measures the items in the trash in the background, and deletes them for good when they are old or too large together. Versions of files are
 * among them, and go first.
 */
export class TrashCleaner {
  readonly #dependencies: CleanerDependencies;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  /** Settles when the last call of `makeRoom` has ended, after which the next one runs. */
  #making: Promise<void> = Promise.resolve();
  #measuring: Promise<void> | undefined;
  #cleaning: Promise<void> | undefined;
  /** Files that have got a new version, and may have too many now; undefined stands for all files. */
  readonly #unpruned = new Set<TreePath | undefined>();
  #pruning: Promise<void> | undefined;

  constructor(dependencies: CleanerDependencies) {
    this.#dependencies = dependencies;
  }

  /** Measures items whose size is not known, unless that is in progress. A deletion does not wait for it. */
  measure(): Promise<void> {
    this.#measuring ??= this.#measureAll()
      .catch((err: unknown) => this.#report(err, 'trash not measured'))
      .finally(() => {
        this.#measuring = undefined;
      });
    return this.#measuring;
  }

  /**
   * Deletes what has expired, and the oldest items of a disk where they exceed the configured part of it. Items on a disk that fails or does
   * not answer stay. Never rejects.
   */
  cleanUp(nowMs: number): Promise<void> {
    this.#cleaning ??= this.#cleanUp(nowMs)
      .catch((err: unknown) => this.#report(err, 'trash not cleaned up'))
      .finally(() => {
        this.#cleaning = undefined;
      });
    return this.#cleaning;
  }

  /** Deletes the oldest versions of a file that has too many, or of all files, in the background. Never rejects. */
  prune(source: TreePath | undefined): Promise<void> {
    this.#unpruned.add(source);
    this.#pruning ??= this.#pruneAll()
      .catch((err: unknown) => this.#report(err, 'old versions not deleted'))
      .finally(() => {
        this.#pruning = undefined;
      });
    return this.#pruning;
  }

  /**
   * Deletes the oldest items of a disk for good until a new file fits into a folder, if that is possible. Calls run one after another, so that
   * no more is deleted than is needed; `confirm` of a request must not wait for other operations.
   */
  makeRoom(request: RoomRequest): Promise<void> {
    const dependencies = {
      tree: this.#dependencies.tree,
      oldestFirst: () => this.#oldestFirst(),
      purge: (trash: StoredTrash) => this.#purge(trash),
      measure: () => this.measure(),
    };
    const made = this.#making.then(() => makeRoom(dependencies, request));
    this.#making = made.catch(() => undefined);
    return made;
  }

  /** Runs an operation of a user. It is interrupted when the server stops, and recovered by the next start. */
  async run<Result>(work: (control: OperationControl) => Promise<Result>): Promise<Result> {
    const { signal: stopping } = this.#stopping;
    stopping.throwIfAborted();
    const running = work({
      cancelled: NEVER,
      stopping,
      reportTotals: () => undefined,
      reportProgress: () => undefined,
    });
    this.#running.add(running);
    return running.finally(() => this.#running.delete(running));
  }

  async stop(): Promise<void> {
    this.#stopping.abort(serverStopping());
    const background = [this.#measuring, this.#cleaning, this.#pruning];
    await Promise.allSettled([...background, ...this.#running]);
  }

  async #measureAll(): Promise<void> {
    const { db } = this.#dependencies;
    const failed = new Set<number>();
    for (;;) {
      const some = await listUnmeasured(db.read, MEASURED_AT_ONCE + failed.size);
      const fresh = some.filter(({ id }) => !failed.has(id));
      if (fresh.length === 0) return;
      for (const trash of fresh) if (!(await this.#measureOne(trash))) failed.add(trash.id);
    }
  }

  async #measureOne({ id, path }: StoredTrash): Promise<boolean> {
    const { tree, db } = this.#dependencies;
    const { signal } = this.#stopping;
    try {
      const task = { entry: refOf(path), filter: EVERYTHING, refused: 'skips' } as const;
      const { files, folders, others, bytes } = await tree.walks.survey(task, { signal });
      const measured = { size: bytes, entries: files + folders + others };
      await db.write((tx) => setTrashSize(tx, id, measured), { isIdempotent: true });
      return true;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AppError)) throw error;
      return false;
    }
  }

  async #cleanUp(nowMs: number): Promise<void> {
    await this.#adoptUnknown();
    await this.measure();
    await this.#dropVanished();
    await this.prune(undefined);
    await this.#deleteExpired(nowMs);
    await this.#deleteSurplus();
  }

  async #pruneAll(): Promise<void> {
    for (const source of this.#unpruned) {
      this.#unpruned.delete(source);
      if (source !== undefined) await this.#pruneFile(source);
      else await this.#pruneFiles();
    }
  }

  async #pruneFile(source: TreePath): Promise<void> {
    const { db, tree, versions } = this.#dependencies;
    const { mostPerFile } = versions;
    const found = await listVersions(db.read, source, mostPerFile + PRUNED_AT_ONCE);
    const counted: StoredTrash[] = [];
    // A version that is being restored does not count.
    for (const version of found)
      if (!(await tree.locks.isChanging(version.path))) counted.push(version);
    for (const version of counted.slice(mostPerFile).toReversed()) await this.#purge(version);
  }

  async #pruneFiles(): Promise<void> {
    const { db, versions } = this.#dependencies;
    const obsolete = trashByTime(db.read, { purpose: 'obsolete', order: 'oldest' });
    for await (const slice of obsolete) for (const version of slice) await this.#purge(version);
    const failed = new Set<number>();
    for (;;) {
      const most = PRUNED_AT_ONCE + failed.size;
      const surplus = await listSurplusVersions(db.read, versions.mostPerFile, most);
      const fresh = surplus.filter(({ id }) => !failed.has(id));
      if (fresh.length === 0) return;
      for (const version of fresh) if (!(await this.#purge(version))) failed.add(version.id);
    }
  }

  /** Stores items in the known trash folders that the database does not have, so that nothing is hidden for ever. */
  async #adoptUnknown(): Promise<void> {
    const paths: string[] = [];
    for await (const { path } of this.#oldestFirst()) paths.push(path);
    const folders = trashFoldersOf(paths);
    await adoptUnknownItems(this.#dependencies, folders, this.#stopping.signal);
  }

  /** Forgets items that another program has removed, where that is certain: their disk may not be mounted. */
  async #dropVanished(): Promise<void> {
    const { db, log } = this.#dependencies;
    for await (const trash of this.#oldestFirst()) {
      const { path, source } = trash;
      if (!(await this.#hasVanished(trash))) continue;
      await db.write((tx) => deleteTrash(tx, path), { isIdempotent: true });
      log.warn({ path, source }, 'item in the trash was removed by another program');
    }
  }

  /** Returns true for an item that was certainly removed. Returns false where the disk fails or does not answer. */
  async #hasVanished({ path, folderEvidence }: StoredTrash): Promise<boolean> {
    const { tree } = this.#dependencies;
    if (await tree.locks.isChanging(path)) return false;
    try {
      const stat = await tree.walks.stat({ entry: refOf(path) });
      return (
        stat === undefined && (await provesAbsence(tree.driver, parentOf(path), folderEvidence))
      );
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  async #deleteExpired(nowMs: number): Promise<void> {
    const { config, versions } = this.#dependencies;
    for await (const trash of this.#oldestFirst()) {
      const { retentionMs } = trash.purpose === 'version' ? versions : config;
      if (trash.deletedAt < nowMs - retentionMs) await this.#purge(trash);
    }
  }

  async #deleteSurplus(): Promise<void> {
    const surplus = await this.#surplus();
    if (surplus.size === 0) return;
    for await (const trash of this.#oldestFirst()) {
      const folder = parentOf(trash.path);
      const left = surplus.get(folder) ?? 0;
      if (left > 0 && (await this.#purge(trash))) surplus.set(folder, left - (trash.size ?? 0));
    }
  }

  /** Returns by how many bytes the items in each trash folder exceed their part of the disk. */
  async #surplus(): Promise<Map<TreePath, number>> {
    const { tree, config } = this.#dependencies;
    const sizes = new Map<TreePath, number>();
    for await (const { path, size = 0 } of this.#oldestFirst()) {
      const folder = parentOf(path);
      sizes.set(folder, (sizes.get(folder) ?? 0) + size);
    }
    for (const [folder, size] of sizes) {
      const disk = await tree.driver.usage(recordedPath(folder)).catch(() => undefined);
      const most = disk === undefined ? Infinity : (disk.total * config.limitPercent) / 100;
      if (size > most) sizes.set(folder, size - most);
      else sizes.delete(folder);
    }
    return sizes;
  }

  /** Yields all items in the order in which they are deleted. */
  async *#oldestFirst(): AsyncGenerator<StoredTrash> {
    for (const purpose of PURPOSES) {
      const slices = trashByTime(this.#dependencies.db.read, { purpose, order: 'oldest' });
      for await (const slice of slices) {
        for (const trash of slice) {
          this.#stopping.signal.throwIfAborted();
          yield trash;
        }
      }
    }
  }

  /** Returns false for an item that stays, which does not keep others from being deleted. */
  async #purge(trash: StoredTrash): Promise<boolean> {
    const { signal } = this.#stopping;
    try {
      await purgeTrash(this.#dependencies.tree, trash, { signal });
      return true;
    } catch (err) {
      signal.throwIfAborted();
      this.#report(err, 'item in the trash not deleted', trash.path);
      return false;
    }
  }

  #report(err: unknown, message: string, path?: TreePath): void {
    if (!this.#stopping.signal.aborted) this.#dependencies.log.warn({ err, path }, message);
  }
}
