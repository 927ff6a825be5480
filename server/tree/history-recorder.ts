import { setTimeout as delay } from 'node:timers/promises';
import type { UndoRefusal } from '#contract/history.ts';
import { trashFolderIn } from '#contract/temporary-names.ts';
import type { Logger } from '../logger.ts';
import type { Database } from '../metadata/database.ts';
import {
  type DoneOperation,
  insertHistory,
  type NewHistory,
  trimAction,
} from '../metadata/history.ts';
import type { NewOperation } from '../metadata/operation-journal.ts';
import type { EntryStat } from '../storage/entry.ts';

/** Operations are stored together with those that end within this time. Milliseconds. */
const STORE_AFTER_MS = 100;

/** An operation that has ended, and why it cannot be undone, if that is known already. */
export interface Remembered {
  readonly done: DoneOperation;
  readonly reason?: UndoRefusal | undefined;
}

/**
 * Returns what the history keeps of an operation whose journal record ends; undefined for what it does not list. `trash` and `version` are the
 * ids of the item in the trash and of the version that the operation has made; `earlier` are those of the versions that the replaced file had.
 */
export function rememberedOf(
  operation: NewOperation,
  {
    trash,
    version,
    earlier,
  }: {
    readonly trash: number | undefined;
    readonly version: number | undefined;
    readonly earlier: readonly number[];
  },
): Remembered | undefined {
  if (operation.kind === 'delete') {
    return trash === undefined
      ? undefined
      : { done: { kind: 'delete', source: operation.source, trash } };
  }
  if (operation.kind !== 'copy' && operation.kind !== 'move') return undefined;
  const { source, target, item, replaces, state } = operation;
  const isMerged = state === 'merging' || state === 'moving-into';
  const replaced = replaces && version === undefined ? 'no-version' : undefined;
  const reason = isMerged ? 'merged' : replaced;
  if (operation.kind === 'copy')
    return { done: { kind: 'copy', source, target, item, version }, reason };
  if (trashFolderIn(operation.source) !== undefined)
    return { done: { kind: 'restore', target, item, version }, reason };
  const done = { kind: 'move', source: operation.source, target, item, version } as const;
  return { done: earlier.length === 0 ? done : { ...done, earlier }, reason };
}

/** Returns what the history keeps of a file that was created or replaced. */
export function rememberedFile(
  target: NewOperation<'write'>['target'],
  { fingerprint: item, size, modifiedNs }: EntryStat,
  { replaces, version }: { readonly replaces: boolean; readonly version: number | undefined },
): Remembered {
  const facts = { target, item, size, modified: `${modifiedNs}` };
  if (replaces) {
    const reason = version === undefined ? 'no-version' : undefined;
    return { done: { kind: 'replace', ...facts, version }, reason };
  }
  return { done: { kind: 'create', ...facts } };
}

/**
 * Stores in the history operations without a journal record, such as small uploads. Several are stored together, and none waits for it. One that
 * a crash loses cannot be undone.
 */
export class HistoryRecorder {
  readonly #db: Database;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #announce: (userId: number) => void;
  #waiting: NewHistory[] = [];
  #storing: Promise<void> | undefined;

  /** Calls `announce` with the user whose history has changed. */
  constructor(
    db: Database,
    log: Pick<Logger, 'warn'>,
    announce: (userId: number) => void = () => undefined,
  ) {
    this.#db = db;
    this.#log = log;
    this.#announce = announce;
  }

  record(entry: NewHistory): void {
    this.#waiting.push(entry);
    this.#storing ??= delay(STORE_AFTER_MS, undefined, { ref: false }).then(() => this.#store());
  }

  /** Resolves when everything up to now is stored, or lost. */
  async flush(): Promise<void> {
    await this.#store();
    await this.#storing;
  }

  async #store(): Promise<void> {
    this.#storing = undefined;
    const entries = this.#waiting;
    this.#waiting = [];
    if (entries.length === 0) return;
    try {
      await this.#db.write(
        async (tx) => {
          await insertHistory(tx, entries);
          const actions = new Map(
            entries.flatMap(({ userId, group }) =>
              group === undefined ? [] : [[`${userId} ${group}`, { userId, group }]],
            ),
          );
          for (const action of actions.values()) await trimAction(tx, action);
        },
        { isUncached: true },
      );
      for (const userId of new Set(entries.map((each) => each.userId))) this.#announce(userId);
    } catch (err) {
      this.#log.warn({ err, operations: entries.length }, 'operations not stored in the history');
    }
  }
}
