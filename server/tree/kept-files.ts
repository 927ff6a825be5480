import { parentOf, type TreePath } from '#contract/paths.ts';
import { AppError } from '../errors.ts';
import type { Database } from '../metadata/database.ts';
import type { StoredTrash } from '../metadata/trash.ts';
import { findUserById } from '../metadata/users.ts';
import { deleteKeeping, insertKeeping, listKeeping, settleKeeping } from '../metadata/versions.ts';
import { ALONE, type WorkOwner } from '../metadata/work-owner.ts';
import { EVERYTHING } from '../policy/walk-filter.ts';
import type { EntryStat } from '../storage/entry.ts';
import type { Completions } from './completions.ts';
import { entryAt } from './entry-at.ts';
import { refOf } from './entry-paths.ts';
import { folderEvidenceOf, isStorageAway, NoEvidence, provesAbsence } from './evidence.ts';
import { newPathInTrash } from './path-in-trash.ts';
import type { TreeStorage } from './resolved-path.ts';

export interface KeptFileDependencies {
  readonly db: Database;
  readonly driver: TreeStorage;
  readonly completions: Completions;
  /** Default: a server alone. */
  readonly owner?: WorkOwner;
}

/** A file that is about to be replaced, and that a row of the table `trash` stands for already. */
export interface Kept {
  readonly id: number;
  /** The file's own path. */
  readonly source: TreePath;
  /** Its second path, in the trash. */
  readonly path: TreePath;
  /** Fingerprint of the file before it is replaced. */
  readonly item: string;
  readonly size: number | undefined;
  readonly folderEvidence: string | undefined;
}

/** A file that is to be stored in the trash before it is replaced. */
export interface FileToKeep {
  readonly source: TreePath;
  readonly stat: EntryStat;
}

interface Candidate extends FileToKeep {
  readonly path: TreePath;
}

/** A file with its second name in the trash. `copy` describes the latter: the same file, or a copy where there are no hard links. */
export interface KeptCopy extends Kept {
  readonly copy: EntryStat;
}

/**
 * Gives files a second name in the trash before they are replaced, and decides afterwards whether that becomes a version or is removed. A row
 * of the table `trash` with the purpose `keeping` is stored first. After a crash in between, `conclude` sees on the disk whether the file
 * was replaced, so its former contents are either current or a version, and never both.
 */
export class KeptFiles {
  readonly #dependencies: KeptFileDependencies;
  /** Ids of the rows that operations of this process still work on. */
  readonly #running = new Set<number>();

  constructor(dependencies: KeptFileDependencies) {
    this.#dependencies = dependencies;
  }

  /** Lists the files of which an earlier process, or a failure, has left undecided whether they were replaced. */
  async interrupted(): Promise<StoredTrash[]> {
    const isAbandoned = await this.#owner.abandoned();
    return (await listKeeping(this.#dependencies.db.read)).filter(
      ({ id, server }) => !this.#running.has(id) && isAbandoned(server),
    );
  }

  /** Resolves with true while any file is about to be replaced, also by another server. */
  async areAny(): Promise<boolean> {
    return (await listKeeping(this.#dependencies.db.read)).length > 0;
  }

  /** Gives files that are about to be replaced their second names. Leaves out those that the trash of their disk cannot take. */
  async keep(files: readonly FileToKeep[], userId: number | undefined): Promise<KeptCopy[]> {
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
    const keeping: Kept[] = rows.map((row, index) => ({ ...row, id: ids[index] ?? 0 }));
    const kept: KeptCopy[] = [];
    try {
      for (const each of keeping) kept.push({ ...each, copy: await this.#nameInTrash(each) });
    } catch (error) {
      for (const each of keeping) {
        await this.concludeIfPossible(each, error);
        this.release(each);
      }
      throw error;
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

  /**
   * Decides about a file, and leaves it to recovery where that is not possible. `failure` is the error of what was to replace it; undefined if
   * that has succeeded.
   */
  async concludeIfPossible(kept: Kept, failure: unknown): Promise<void> {
    // The file may still be replaced, when its disk answers again.
    if (isStorageAway(failure)) return;
    await this.conclude(kept).catch(() => undefined);
  }

  /**
   * Decides by what is on the disk whether a file was replaced. Then it is a version; otherwise its second name is removed. Throws
   * `NoEvidence` while the disk is missing.
   */
  async conclude(kept: Kept): Promise<void> {
    const { driver, db, completions } = this.#dependencies;
    const [present, copy] = await Promise.all([
      entryAt(this.#dependencies, kept.source),
      entryAt(this.#dependencies, kept.path),
    ]);
    if (copy === undefined) {
      if (!(await provesAbsence(driver, parentOf(kept.path), kept.folderEvidence)))
        throw new NoEvidence();
    } else {
      // Another program may have replaced the file before it got its second name.
      const isInPlace = [kept.item, copy.fingerprint].some((each) => each === present?.fingerprint);
      // A crash may have cut off the copy of a file on a file system without hard links.
      const isIncomplete = copy.fingerprint !== kept.item && copy.size !== kept.size;
      if (!isInPlace && !isIncomplete) return this.settle(kept, copy);
      const { folder, name } = refOf(kept.path);
      await driver.remove(folder, name);
    }
    await completions.store(() =>
      db.write((tx) => deleteKeeping(tx, kept.id), { isIdempotent: true }),
    );
  }

  /** Stores that a file in the trash is a version. */
  async settle({ id }: Pick<Kept, 'id'>, { fingerprint: item }: EntryStat): Promise<void> {
    const { db, completions } = this.#dependencies;
    await completions.store(() =>
      db.write((tx) => settleKeeping(tx, { id, item }), { isIdempotent: true }),
    );
  }

  /** Ends the work of this process on a file. If it is still undecided, it is left to recovery. */
  release({ id }: Pick<Kept, 'id'>): void {
    this.#running.delete(id);
  }

  get #owner(): WorkOwner {
    return this.#dependencies.owner ?? ALONE;
  }
}
