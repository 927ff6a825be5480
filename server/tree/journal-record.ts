import { parentOf, type TreePath } from '#contract/paths.ts';
import { trashFolderIn } from '#contract/temporary-names.ts';
import type { BegunUndo, UserAction } from '../access/actor.ts';
import type { Database, Writer } from '../metadata/database.ts';
import type { TransactionOptions } from '../metadata/opened-database.ts';
import { type WorkOwner } from '../metadata/work-owner.ts';
import {
  beginSettling,
  deleteOperation,
  followMove,
  hasFollowers,
  insertOperation,
  type NewOperation,
  type OperationFacts,
  type OperationKind,
  setOperationShares,
  updateOperation,
} from '../metadata/operation-journal.ts';
import {
  type HeldItem,
  type HeldShare,
  setSharePaths,
  setMissingItems,
  type SettledItem,
  settleShares,
  type SharedItem,
} from '../metadata/shared-items.ts';
import {
  insertHistory,
  type NewHistory,
  replaceInHistory,
  trimAction,
  setHistoryState,
} from '../metadata/history.ts';
import { turnIntoDeleted, versionIds } from '../metadata/versions.ts';
import type { StorageDriver } from '../storage/driver.ts';
import type { Completions } from './completions.ts';
import type { Move } from './entry-paths.ts';
import { folderEvidenceOf } from './evidence.ts';
import { type Remembered, rememberedOf } from './history-recorder.ts';

/** A share, and the present path of its entry. */
export type CarriedShare = Pick<SharedItem, 'hash' | 'path'>;

/** References to moved entries, which are updated in the transaction that ends an operation. */
export interface Ending {
  /** Shares of single entries that have moved. */
  readonly carried?: readonly CarriedShare[];
  /** An entry that has moved with everything below it: shares, unfinished uploads and other operations in it follow. */
  readonly moved?: Move | undefined;
  /**
   * Stores what else follows from the operation. Returns the id of the item in the trash that the operation has made, if it has.
   * Called again when the transaction is repeated.
   */
  readonly inTransaction?: ((tx: Writer) => Promise<number | undefined>) | undefined;
  /** True when the operation has done what it was asked for. */
  readonly isComplete?: boolean;
}

/** Stores what follows from an operation elsewhere, in the transactions that begin and end its journal record. */
export interface RecordObserver {
  begun(tx: Writer, operationId: number): Promise<void>;
  ended(tx: Writer, ending: { readonly isComplete: boolean }): Promise<void>;
}

type Step<Kind extends OperationKind> = Partial<Omit<NewOperation<Kind>, 'kind'>>;

/** Services that all records of a journal use. */
export interface JournalDependencies {
  readonly db: Database;
  readonly completions: Completions;
  readonly driver: Pick<StorageDriver, 'resolve'>;
  readonly onHistory: (userId: number) => void;
  /** Called when an operation of this process has failed, and recovery has to complete it. */
  readonly onLeft: () => void;
  readonly owner: WorkOwner;
  /** Operations that this process runs, or whose end is not stored yet. */
  readonly running: Set<number>;
}

/** The journal record of one operation. */
export class JournalRecord<Kind extends OperationKind = OperationKind> {
  operation: NewOperation<Kind>;
  /** Undefined before the first step is stored. */
  id: number | undefined;
  /** Id of the version that the operation has made of the file that it replaces. */
  version: number | undefined;
  /** Shares that the operation concerns. */
  shares: readonly HeldShare[];
  /** The user who has begun it; undefined for operations of the server. */
  readonly userId: number | undefined;
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly #server: string | undefined;
  readonly #dependencies: JournalDependencies;
  readonly #action: UserAction | undefined;
  #observer: RecordObserver | undefined;
  #isSettling: boolean;
  /**
   * True for a rename of an item that no share, upload or other operation refers to. Its record needs no flush: after a power cut, the rename is
   * either done or not, and nothing else has to be repaired.
   */
  #skipsFlush = false;
  /** Number of completions that wait for the database. */
  #unstored = 0;
  #isReleased = false;
  #worksAfterEnd: (() => void)[] = [];

  constructor(
    dependencies: JournalDependencies,
    operation: NewOperation<Kind>,
    {
      id,
      userId,
      shares,
      server,
      startedAt = Date.now(),
      action,
    }: OperationFacts & {
      readonly id?: number;
      readonly startedAt?: number;
      readonly action?: UserAction | undefined;
    },
  ) {
    this.#dependencies = dependencies;
    this.operation = operation;
    this.id = id;
    this.userId = userId;
    this.startedAt = startedAt;
    this.#action = action;
    this.shares = shares;
    this.#server = server;
    this.#isSettling = operation.state === 'settling';
  }

  /** True for a move out of the trash. */
  get isRestore(): boolean {
    const operation: NewOperation = this.operation;
    return operation.kind === 'move' && trashFolderIn(operation.source) !== undefined;
  }

  /** Runs `work` when the end of the operation is stored, or when the record is released and nothing of it has to be stored. */
  afterEnd(work: () => void): void {
    this.#worksAfterEnd.push(work);
  }

  /** Lets an observer take part in the transactions of the record from now on. */
  setObserver(observer: RecordObserver): void {
    this.#observer = observer;
  }

  /** Goes on with an operation that an earlier process has begun. */
  resume(): void {
    if (this.id !== undefined) this.#dependencies.running.add(this.id);
  }

  /** Resolves when all operations that have ended are stored; rejects with DatabaseUnavailable while the database does not take them. */
  ready(): Promise<void> {
    return this.#dependencies.completions.settled();
  }

  /**
   * Stores the next step, which may be taken when this resolves. The record survives a crash of the server then, and a power cut, too, unless
   * it is one of those renames that need no flush.
   */
  async advance(step: Step<Kind> = {}): Promise<void> {
    await this.ready();
    const planned: NewOperation<Kind> = { ...this.operation, ...step };
    const [evidence, skipsFlush] = await Promise.all([
      this.#evidenceFor(planned),
      this.#maySkipFlush(planned),
    ]);
    const next = { ...planned, ...evidence };
    this.#skipsFlush = skipsFlush;
    await this.#write(
      async (tx, id) => {
        if (id === undefined) return insertOperation(tx, next, this.#factsWith(this.shares));
        await updateOperation(tx, id, next);
        return id;
      },
      { isUncached: true, isDeferred: skipsFlush },
    );
    this.operation = next;
  }

  /** Stores the shares that the operation concerns, before it changes their items. */
  async recordShares(items: readonly HeldItem[]): Promise<void> {
    await this.#write(async (tx, id) => {
      await setMissingItems(tx, items);
      if (id === undefined) return insertOperation(tx, this.operation, this.#factsWith(items));
      await setOperationShares(tx, id, items);
      return id;
    });
    this.#skipsFlush = false;
    this.shares = items.map(({ hash, fate }) => ({ hash, fate }));
  }

  /** Ends the work on files. The record is deleted, or stays until its shares are settled. */
  async end({
    carried = [],
    moved,
    inTransaction,
    isComplete = false,
  }: Ending = {}): Promise<void> {
    const { id } = this;
    if (id === undefined || this.#isSettling) return;
    this.#isSettling = true;
    const { db } = this.#dependencies;
    const end = this.shares.length > 0 ? beginSettling : deleteOperation;
    const store = async (): Promise<void> => {
      const skipsFlush = this.#skipsFlush;
      let follows = false;
      await db.write(
        async (tx) => {
          if (!(await end(tx, id))) return;
          // Before those of the moved file join them.
          const earlier = await this.#earlierVersions(tx);
          if (carried.length > 0) await setSharePaths(tx, carried);
          // A share or upload may have been created for the item while it moved.
          follows =
            moved !== undefined && (!skipsFlush || (await hasFollowers(tx, moved.from, id)));
          if (follows && moved) await followMove(tx, moved.from, moved.to);
          const trashId = await inTransaction?.(tx);
          if (isComplete) await this.#remember(tx, trashId, earlier);
          await this.#observer?.ended(tx, { isComplete });
        },
        { isIdempotent: true, isUncached: skipsFlush, isDeferred: skipsFlush },
      );
      // Flushes the deferred write before it, too.
      if (skipsFlush && follows) await db.write(() => Promise.resolve());
    };
    await this.#complete(store, () => this.#runAfterEnd());
    if (isComplete && this.userId !== undefined) this.#dependencies.onHistory(this.userId);
  }

  /** Returns what the history stores with an operation of this record; undefined for one that it does not list. */
  historyOf({ done, reason }: Remembered): NewHistory | undefined {
    const action = this.#action;
    if (this.userId === undefined || this.operation.ofUndo !== undefined) return undefined;
    const group = action?.kind === 'group' ? action.key : undefined;
    return { userId: this.userId, group, done, reason, at: Date.now() };
  }

  #factsWith(shares: readonly HeldShare[]): OperationFacts {
    return { userId: this.userId, shares, server: this.#server };
  }

  /** Looks up the folder in which the next step changes a name, unless it is that of the step before. */
  async #evidenceFor(
    next: NewOperation,
  ): Promise<{ readonly folderEvidence?: string | undefined }> {
    const changed = changedPathOf(next);
    if (changed === undefined) return {};
    if (this.id !== undefined && changed === changedPathOf(this.operation)) return {};
    return { folderEvidence: await folderEvidenceOf(this.#dependencies.driver, parentOf(changed)) };
  }

  async #maySkipFlush(next: NewOperation): Promise<boolean> {
    if (this.id !== undefined) return false;
    const isRename = next.kind === 'move' && next.state === 'renaming';
    if (!isRename || next.replaces || next.ofUndo !== undefined) return false;
    return !(await hasFollowers(this.#dependencies.db.read, next.source));
  }

  /** Returns the ids of the versions that a file had which this move has replaced, and which is a version itself now. */
  async #earlierVersions(tx: Writer): Promise<readonly number[]> {
    const operation: NewOperation = this.operation;
    if (operation.kind !== 'move' || this.version === undefined) return [];
    return versionIds(tx, operation.target, this.version);
  }

  async #remember(
    tx: Writer,
    trash: number | undefined,
    earlier: readonly number[],
  ): Promise<void> {
    const { completes, begins } = this.operation.ofUndo ?? {};
    if (completes !== undefined)
      await setHistoryState(tx, completes, { state: 'undone', reason: undefined });
    if (begins !== undefined) await storeFirstHalf(tx, this.operation, begins);
    const remembered = rememberedOf(this.operation, { trash, version: this.version, earlier });
    const entry = remembered && this.historyOf(remembered);
    if (entry === undefined) return;
    await insertHistory(tx, [entry]);
    const { userId, group } = entry;
    if (group !== undefined) await trimAction(tx, { userId, group });
  }

  /**
   * Stores the outcome for each share of the operation, which `findOutcomes` looks up, and deletes the record, unless its files are still to be
   * recovered. Both wait for the database. `done` is called afterwards, also after a failure.
   */
  async settleShares(
    findOutcomes: () => Promise<readonly SettledItem[]>,
    done: () => void,
  ): Promise<void> {
    const { id } = this;
    if (id === undefined) return done();
    await this.#complete(async () => {
      const settled = await findOutcomes();
      const isDone = this.#isSettling || this.operation.state === 'committing';
      await this.#dependencies.db.write(
        async (tx) => {
          await settleShares(tx, settled);
          if (isDone) await deleteOperation(tx, id);
          else await setOperationShares(tx, id, []);
        },
        { isIdempotent: true },
      );
    }, done);
  }

  /** Ends the use of the record by its operation. If it has not ended, it is left to recovery. */
  release(): void {
    this.#isReleased = true;
    this.#forget();
  }

  /** Writes the row, and counts the operation as running if it is new. */
  async #write(
    work: (tx: Writer, id: number | undefined) => Promise<number>,
    options: TransactionOptions = {},
  ): Promise<void> {
    const { db, running } = this.#dependencies;
    const { id } = this;
    const observer = this.#observer;
    const stored = await db.write(async (tx) => {
      const operationId = await work(tx, id);
      if (id === undefined) await observer?.begun(tx, operationId);
      return operationId;
    }, options);
    this.id = stored;
    if (id !== undefined) return;
    running.add(stored);
    // The observer may have been set during the transaction.
    const later = this.#observer;
    if (later !== observer) await db.write(async (tx) => later?.begun(tx, stored));
  }

  async #complete(store: () => Promise<void>, done?: () => void): Promise<void> {
    this.#unstored += 1;
    await this.#dependencies.completions.store(store, () => {
      this.#unstored -= 1;
      done?.();
      this.#forget();
    });
  }

  #forget(): void {
    if (!this.#isReleased || this.#unstored > 0) return;
    const { running, onLeft } = this.#dependencies;
    const isLeft = !this.#isSettling && this.operation.state !== 'committing';
    if (this.id !== undefined && running.delete(this.id) && isLeft) onLeft();
    this.#runAfterEnd();
  }

  #runAfterEnd(): void {
    for (const work of this.#worksAfterEnd.splice(0)) work();
  }
}

/**
 * Stores that a move is undone, and that the file which it had replaced is still in the trash. The version becomes a deleted item, which its
 * user sees and can restore, with its own versions, and to undo its deletion is what the history lists from now on.
 */
async function storeFirstHalf(
  tx: Writer,
  operation: NewOperation,
  { id, version, earlier = [] }: BegunUndo,
): Promise<void> {
  if (operation.kind !== 'move') return;
  // The move back has begun where the replaced file was.
  const { source, target } = operation;
  const deleted = { id: version, source, deletedAt: Date.now() };
  await turnIntoDeleted(tx, deleted, { source: target, ids: earlier });
  await replaceInHistory(tx, id, { kind: 'delete', source, trash: version });
}

/** Returns the path of the name that the next step of an operation changes. */
function changedPathOf(operation: NewOperation): TreePath | undefined {
  return operation.temporary ?? (operation.kind === 'move' ? operation.source : undefined);
}
