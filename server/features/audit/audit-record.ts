import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuditSink } from '../../http/audit.ts';
import { TokenBuckets } from '../../lib/token-bucket.ts';
import type { Logger } from '../../logger.ts';
import { insertAudit, type NewAuditEntry } from '../../metadata/audit.ts';
import type { Database } from '../../metadata/database.ts';

/** What has happened is stored so long after it, together with all that has happened meanwhile. Milliseconds. */
const WRITE_AFTER_MS = 1_000;
/** More than this waits only when the database does not answer for long: then what is new is told in the log instead. */
const MOST_WAITING = 20_000;
/** Number of entries that are stored in one transaction. */
const MOST_AT_ONCE = 500;
/** A name may be as long as a request. */
const LONGEST_NAME = 255;

/** Whoever is refused without end, from one address or from many, must not push all else out of the record. */
const REFUSALS_OF_ONE = { burst: 50, refillMs: 60_000, maxKeys: 10_000 };
const REFUSALS_OF_ALL = { burst: 1_000, refillMs: 30_000, maxKeys: 1 };

/** Who has done what. It waits in memory for a moment and is stored with what follows it: nobody's act waits for the record. */
export class AuditRecord implements AuditSink {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #refusalsOfOne = new TokenBuckets(REFUSALS_OF_ONE);
  readonly #refusalsOfAll = new TokenBuckets(REFUSALS_OF_ALL);
  readonly #waiting: NewAuditEntry[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor({ db, log }: { readonly db: Database; readonly log: Logger }) {
    this.#db = db;
    this.#log = log;
  }

  note(entry: NewAuditEntry): void {
    if (isRefusal(entry) && !this.#mayBeTold(entry)) return;
    const { username } = entry;
    if (this.#waiting.length >= MOST_WAITING) return this.#tellLog([entry]);
    this.#waiting.push({ ...entry, username: username.slice(0, LONGEST_NAME) });
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS).unref();
  }

  /** Resolves when all that has happened until now is stored, or could not be and waits for the next time. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  /** What cannot be stored at the very end stands in the log. */
  async close(): Promise<void> {
    await this.flush();
    this.#tellLog(this.#waiting);
    clearTimeout(this.#timer);
  }

  /** Stores what waits in batches, and lets other work go on in between: after an outage there may be thousands. */
  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const entries = this.#waiting.splice(0, MOST_AT_ONCE);
      try {
        await this.#db.write((tx) => insertAudit(tx, entries));
      } catch (error) {
        this.#waiting.unshift(...entries);
        const facts = { err: error, entries: this.#waiting.length };
        this.#log.error(facts, 'the audit record is not stored yet');
        this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS).unref();
        return;
      }
      if (this.#waiting.length > 0) await nextTurn();
    }
  }

  #tellLog(entries: readonly NewAuditEntry[]): void {
    for (const entry of entries) this.#log.warn({ audit: entry }, 'not stored in the audit record');
  }

  #mayBeTold({ username, address, act }: NewAuditEntry): boolean {
    const now = performance.now();
    // Of a sign-in that is refused, the name is whatever somebody has typed.
    const who = act === 'sign-in' ? address : username;
    if (this.#refusalsOfOne.waitMs(who, now) > 0 || this.#refusalsOfAll.waitMs('', now) > 0) {
      return false;
    }
    this.#refusalsOfOne.spend(who, now);
    this.#refusalsOfAll.spend('', now);
    return true;
  }
}

function isRefusal({ status }: NewAuditEntry): boolean {
  return status >= 400 && status < 500;
}
