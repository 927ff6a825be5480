import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuditedUser, AuditSink } from '../../http/audit.ts';
import { LruMap } from '../../lib/lru-map.ts';
import type { Logger } from '../../logger.ts';
import {
  addToAuditEntry,
  insertAudit,
  type NewAuditEntry,
  trimAudit,
  removeAudit,
} from '../../metadata/audit.ts';
import type { Database, Writer } from '../../metadata/database.ts';
import { EntryLimits, sourceOf, withinLengths } from './entry-limits.ts';
import { deleteInBatches } from '../../metadata/batches.ts';

/** Entries are stored together with those that follow within this time. Milliseconds. */
const WRITE_AFTER_MS = 1_000;
/** Maximum number of entries in memory while the database does not answer. Later ones are written to the log file instead. */
const MAX_WAITING = 20_000;
/** Number of entries that are stored in one transaction. */
const MAX_AT_ONCE = 500;

/** A repetition of the latest entry of the same user or network is counted in that entry for this long. Milliseconds. */
const REPEATED_WITHIN_MS = 10 * 60_000;
/** Entries beyond a limit are counted in one entry for this long. Milliseconds. */
const SURPLUS_WITHIN_MS = 60 * 60_000;
const MAX_SOURCES = 10_000;

/** An entry in memory, and the counts that are not stored yet. */
interface QueuedEntry {
  readonly entry: NewAuditEntry;
  /** Undefined until it is stored. */
  id: number | undefined;
  /** Number of further operations that are not stored yet. */
  more: number;
}

interface LatestEntry {
  /** JSON of the entry without its time. The same text is a repetition. */
  readonly text: string;
  readonly queued: QueuedEntry;
}

/**
 * Writes the audit log. Entries wait in memory for a moment and are stored together, so that no request waits for
 * them. Repetitions, and entries beyond the limits of a user or network, are counted in existing entries, so that no
 * client can push the entries of others out of the log.
 */
export class AuditLog implements AuditSink {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #limits = new EntryLimits();
  /** The latest entry of each user and network, by the key of its `Source`. */
  readonly #latest = new LruMap<string, LatestEntry>(MAX_SOURCES);
  /** Entries that count those beyond a limit, by the key of their `Surplus`. */
  readonly #surplus = new LruMap<string, QueuedEntry>(MAX_SOURCES);
  readonly #waiting = new Set<QueuedEntry>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor({ db, log }: { readonly db: Database; readonly log: Logger }) {
    this.#db = db;
    this.#log = log;
  }

  record(given: NewAuditEntry, user: AuditedUser = { signedUp: false }): void {
    const entry = withinLengths(given);
    const source = sourceOf(entry, user);
    const text = JSON.stringify({ ...entry, at: 0 });
    const latest = this.#latest.get(source.key);
    if (latest?.text === text && entry.at - latest.queued.entry.at < REPEATED_WITHIN_MS) {
      return this.#count(latest.queued);
    }
    const surplus = this.#limits.surplusOf(entry, source);
    if (surplus === undefined) {
      const queued = this.#keep(entry);
      if (queued !== undefined) this.#latest.set(source.key, { text, queued });
      return;
    }
    const open = this.#surplus.get(surplus.key);
    if (open !== undefined && entry.at - open.entry.at < SURPLUS_WITHIN_MS) {
      return this.#count(open);
    }
    const queued = this.#keep(surplus.entry);
    if (queued !== undefined) this.#surplus.set(surplus.key, queued);
  }

  #count(queued: QueuedEntry): void {
    queued.more += 1;
    this.#enqueue(queued);
  }

  /** Queues a new entry. Returns undefined when too many wait; it is in the log file then. */
  #keep(entry: NewAuditEntry): QueuedEntry | undefined {
    const kept = { entry, id: undefined, more: 0 };
    if (this.#waiting.size < MAX_WAITING) return this.#enqueue(kept);
    this.#writeToLog([kept]);
    return undefined;
  }

  #enqueue(queued: QueuedEntry): QueuedEntry {
    this.#waiting.add(queued);
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS).unref();
    return queued;
  }

  /** Resolves when everything up to now is stored, or has failed and waits for the next attempt. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  /** Stores waiting entries. Those that cannot be stored are written to the log file. */
  async close(): Promise<void> {
    await this.flush();
    this.#writeToLog([...this.#waiting]);
    clearTimeout(this.#timer);
  }

  /**
   * Stores waiting entries in batches, and lets other work continue in between: after an outage there may be
   * thousands.
   */
  async #write(): Promise<void> {
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting.values()].slice(0, MAX_AT_ONCE).map((queued) => {
        this.#waiting.delete(queued);
        return { queued, more: queued.more };
      });
      try {
        const ids = await this.#db.write((tx) => store(tx, batch), { isUncached: true });
        for (const { queued, more } of batch) {
          queued.id = ids.get(queued) ?? queued.id;
          queued.more -= more;
        }
      } catch (error) {
        this.#putBack(batch.map(({ queued }) => queued));
        const facts = { err: error, entries: this.#waiting.size };
        this.#log.error(facts, 'audit entries not stored, retrying');
        this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS).unref();
        return;
      }
      if (this.#waiting.size > 0) await nextTurn();
    }
  }

  /** Puts entries back in front of those that have arrived in the meantime. */
  #putBack(queued: readonly QueuedEntry[]): void {
    const later = [...this.#waiting];
    this.#waiting.clear();
    for (const each of [...queued, ...later]) this.#waiting.add(each);
  }

  #writeToLog(all: readonly QueuedEntry[]): void {
    for (const { entry, more } of all) {
      this.#log.warn({ audit: { ...entry, more } }, 'audit entry not stored');
    }
  }
}

interface Stored {
  readonly queued: QueuedEntry;
  /** Number of further operations that are stored now. */
  readonly more: number;
}

/**
 * Inserts new entries, raises the counts of older ones, and removes surplus ones. Resolves with the ids of the new
 * ones.
 */
async function store(tx: Writer, batch: readonly Stored[]): Promise<Map<QueuedEntry, number>> {
  const fresh = batch.filter(({ queued }) => queued.id === undefined);
  const ids = await insertAudit(
    tx,
    fresh.map(({ queued, more }) => ({ ...queued.entry, more })),
  );
  for (const { queued, more } of batch) {
    if (queued.id !== undefined) await addToAuditEntry(tx, queued.id, more);
  }
  await trimAudit(tx, MAX_ENTRIES, 2 * MAX_AT_ONCE);
  return new Map(fresh.map(({ queued }, index) => [queued, ids[index] ?? 0]));
}

/** Maximum number of entries; about a hundred megabytes. The oldest are removed. */
export const MAX_ENTRIES = 500_000;

/** Removes entries older than `recordExpiryMs`, and the oldest of too many. */
export async function removeOldEntries(
  db: Database,
  recordExpiryMs: number,
  nowMs: number,
): Promise<void> {
  const beforeMs = nowMs - recordExpiryMs;
  await deleteInBatches(db, (tx, most) => removeAudit(tx, beforeMs, most));
  await deleteInBatches(db, (tx, most) => trimAudit(tx, MAX_ENTRIES, most));
}
