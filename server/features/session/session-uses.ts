import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from '../../logger.ts';
import type { Database } from '../../metadata/database.ts';
import { DatabaseUnavailable } from '../../metadata/database-unavailable.ts';
import { storeSessionUses, type SessionUse } from '../../metadata/session-uses.ts';
import type { RequestSession } from '../../access/authenticator.ts';

/** Delay before uses are stored together. Milliseconds. */
const WRITE_AFTER_MS = 60_000;
/** Maximum number of sessions whose uses wait to be stored; uses of further sessions are dropped. */
const MAX_WAITING = 50_000;
/** Number of sessions in one transaction, because other writes wait for it in SQLite. */
const MAX_AT_ONCE = 200;

type LatestUse = { -readonly [Key in keyof SessionUse]: SessionUse[Key] };

/** Records when and from which address sessions were last used, to the minute. Requests never wait for the database. */
export class SessionUses {
  readonly #db: Database;
  readonly #log: Logger;
  #waiting = new Map<string, LatestUse>();
  /** Uses that may not be stored yet. */
  #before = new Map<string, LatestUse>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor({ db, log }: { readonly db: Database; readonly log: Logger }) {
    this.#db = db;
    this.#log = log;
  }

  /** Records a use. Called for every request with a session. */
  record({ sessionIdHash, user }: RequestSession, address: string): void {
    const known = this.#waiting.get(sessionIdHash);
    if (known !== undefined) {
      known.at = Date.now();
      known.address = address;
      return;
    }
    if (this.#waiting.size >= MAX_WAITING) return;
    const use = { idHash: sessionIdHash, userId: user.id, address, at: Date.now() };
    this.#waiting.set(sessionIdHash, use);
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS).unref();
  }

  /** Returns uses that may be newer than the stored ones. */
  latest(sessionIdHash: string): SessionUse | undefined {
    return this.#waiting.get(sessionIdHash) ?? this.#before.get(sessionIdHash);
  }

  /** Returns the uses of a user's sessions in the last minute or two, the latest first. They may not be stored yet. */
  ofUser(userId: number): SessionUse[] {
    const uses = new Map([...this.#before, ...this.#waiting]);
    return [...uses.values()]
      .filter((use) => use.userId === userId)
      .sort((one, other) => other.at - one.at);
  }

  /** Resolves when all uses until now are stored, or storing them has failed. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.size > 0) {
      this.#before = this.#waiting;
      this.#waiting = new Map();
      const uses = [...this.#before.values()];
      this.#writing = this.#writing.then(() => this.#write(uses));
    }
    await this.#writing;
  }

  async #write(uses: readonly LatestUse[]): Promise<void> {
    for (let start = 0; start < uses.length; start += MAX_AT_ONCE) {
      if (start > 0) await nextTurn();
      const some = uses.slice(start, start + MAX_AT_ONCE);
      try {
        await this.#db.write((tx) => storeSessionUses(tx, some), { isIdempotent: true });
      } catch (error) {
        this.#log.warn({ err: error }, 'session uses not stored');
        if (error instanceof DatabaseUnavailable) this.#keep(uses.slice(start));
        return;
      }
    }
  }

  /** Stores them with the next ones, unless the session was used again. */
  #keep(uses: readonly LatestUse[]): void {
    for (const use of uses) {
      if (this.#waiting.size >= MAX_WAITING) return;
      if (!this.#waiting.has(use.idHash)) this.#waiting.set(use.idHash, use);
    }
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS).unref();
  }
}
