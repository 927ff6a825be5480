import type { UserAction } from '../access/actor.ts';
import type { Database } from '../metadata/database.ts';
import { ALONE, type WorkOwner } from '../metadata/work-owner.ts';
import {
  listOperations,
  type NewOperation,
  type OperationKind,
  type OperationRecord,
} from '../metadata/operation-journal.ts';
import type { StorageDriver } from '../storage/driver.ts';
import type { Completions } from './completions.ts';
import { JournalRecord, type JournalDependencies } from './journal-record.ts';

/**
 * Records in the database what operations are about to do, before they do it, because disk and database cannot commit together. After a
 * crash, recovery reads what was recorded and not ended. An end is stored once, however often it is repeated, and waits for a database that
 * is unavailable; a beginning is refused then.
 */
export class OperationJournal {
  readonly #dependencies: JournalDependencies;
  #onLeft = (): void => undefined;

  /** Calls `onHistory` with the user whose history has changed. */
  constructor(
    db: Database,
    completions: Completions,
    driver: Pick<StorageDriver, 'resolve'>,
    {
      onHistory = () => undefined,
      owner = ALONE,
    }: { readonly onHistory?: (userId: number) => void; readonly owner?: WorkOwner } = {},
  ) {
    const onLeft = (): void => this.#onLeft();
    this.#dependencies = { db, completions, driver, onHistory, onLeft, owner, running: new Set() };
  }

  /**
   * Returns the record of an operation of a user. Nothing is stored before its first step. `release` has to be called when it has ended or
   * failed.
   */
  open<Kind extends OperationKind>(
    userId: number | undefined,
    operation: NewOperation<Kind>,
    action?: UserAction,
  ): JournalRecord<Kind> {
    const ofUndo =
      action?.kind === 'undo' ? { completes: action.completes, begins: action.begins } : undefined;
    const stored = ofUndo === undefined ? operation : { ...operation, ofUndo };
    const { server } = this.#dependencies.owner;
    return new JournalRecord<Kind>(this.#dependencies, stored, {
      userId,
      shares: [],
      server,
      action,
    });
  }

  /** Sets what is called when an operation of this process has failed, and recovery has to complete it: its disk does not answer, for example. */
  onLeft(listener: () => void): void {
    this.#onLeft = listener;
  }

  /** Lists the records of operations that an earlier process, or a failure, has left, in the order in which they have begun. */
  async interrupted(): Promise<JournalRecord[]> {
    const left = await this.#left();
    return left.map((operation) => new JournalRecord(this.#dependencies, operation, operation));
  }

  /** Reads records again, because the end of another one may have changed their paths. */
  async refresh(records: readonly JournalRecord[]): Promise<void> {
    const stored = new Map((await this.#left()).map((operation) => [operation.id, operation]));
    for (const record of records) {
      const operation = record.id === undefined ? undefined : stored.get(record.id);
      if (operation !== undefined) record.operation = operation;
    }
  }

  async #left(): Promise<OperationRecord[]> {
    const { db, running, owner } = this.#dependencies;
    const isAbandoned = await owner.abandoned();
    return (await listOperations(db.read)).filter(
      ({ id, server }) => !running.has(id) && isAbandoned(server),
    );
  }
}
