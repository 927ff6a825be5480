import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ShareUseKind } from '#contract/shares.ts';
import type { Sent, SentUse, VisitorRecorder } from '../../http/visitors.ts';
import { CoveredRanges } from '../../lib/covered-ranges.ts';
import { LruMap } from '../../lib/lru-map.ts';
import { RateLimiter } from '../../lib/rate-limiter.ts';
import type { Logger } from '../../logger.ts';
import type { Database } from '../../metadata/database.ts';
import { isKnownNotStored } from '../../metadata/database-unavailable.ts';
import {
  countShareUses,
  growShareUses,
  type GrownShareUse,
  insertShareUses,
  type NewShareUse,
} from '../../metadata/share-uses.ts';

/** The share and the address of a visitor. */
export interface UsedBy {
  readonly hash: string;
  readonly address: string;
}

/** Delay before uses are stored, together with those that follow in the meantime. Milliseconds. */
const WRITE_AFTER_MS = 500;
/** The same delay after the database was unavailable. Milliseconds. */
const WRITE_AGAIN_AFTER_MS = 5_000;
/** Maximum number of uses that wait while the database is unavailable; further ones are not recorded. */
const MAX_WAITING = 5_000;
/** Number of uses that are stored in one transaction. */
const MAX_AT_ONCE = 200;
/** Opening a share again within this time is not a new use. Milliseconds. */
const ONE_VISIT_MS = 60_000;
/** Ranges of a file that are requested after a longer pause are a new use. Milliseconds. */
const LONGEST_PAUSE_MS = 5 * 60_000;
const MAX_REMEMBERED = 10_000;

export interface ShareUseRecorderDependencies {
  readonly db: Database;
  readonly log: Logger;
  readonly writeAfterMs?: number | undefined;
}

/** A use that can grow while a client requests further ranges of a file. */
interface Use extends NewShareUse {
  bytes: number;
  whole: boolean;
  /** The ID in the database, once stored. `only-counted`: the share has too many uses, so this one has no record. */
  stored: 'not-yet' | 'only-counted' | number;
  /** The ranges of the file that were sent. */
  readonly covered: CoveredRanges;
  /** Version of the file. Ranges of another version are another use. */
  etag: string | undefined;
  /** Number of replies that are being sent. */
  sending: number;
  /** Time at which the last reply ended. Unix milliseconds. */
  touchedAt: number;
}

/**
 * Records uses of shares for their owners. Uses are collected for half a second and stored together, so that downloads never
 * wait for the database.
 */
export class ShareUseRecorder {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #writeAfterMs: number;
  /** Time of the last visit, by share and address. */
  readonly #opened = new LruMap<string, number>(MAX_REMEMBERED);
  /** The use that further ranges of a file belong to. */
  readonly #current = new LruMap<string, Use>(MAX_REMEMBERED);
  /** Limits individual records of a share's uses. Further uses are only counted. */
  readonly #individualLimit = new RateLimiter({
    burst: 500,
    refillMs: 2_000,
    maxKeys: MAX_REMEMBERED,
  });
  #waiting = new Set<Use>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor({ db, log, writeAfterMs = WRITE_AFTER_MS }: ShareUseRecorderDependencies) {
    this.#db = db;
    this.#log = log;
    this.#writeAfterMs = writeAfterMs;
  }

  /** Returns the functions that record the uses of one visitor. */
  of(by: UsedBy): VisitorRecorder {
    return { opened: () => this.#open(by), begin: (use) => this.#begin(by, use) };
  }

  wrongPassword(by: UsedBy): void {
    this.#enqueue(newUse(by, 'wrong-password', '/'));
  }

  /** Resolves when all uses until now are stored, or storing them has failed. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const uses = [...this.#waiting];
    this.#waiting = new Set();
    if (uses.length > 0) this.#writing = this.#writing.then(() => this.#writeAll(uses));
    await this.#writing;
  }

  #open(by: UsedBy): void {
    const key = `${by.hash} ${by.address}`;
    const now = Date.now();
    const last = this.#opened.get(key);
    if (last !== undefined && now - last < ONE_VISIT_MS) return;
    this.#opened.set(key, now);
    this.#enqueue(newUse(by, 'opened', '/'));
  }

  #begin(by: UsedBy, sending: SentUse): (sent: Sent) => void {
    const use = this.#useFor(by, sending);
    use.sending += 1;
    return ({ pieces, isComplete }) => {
      use.sending -= 1;
      use.touchedAt = Date.now();
      const bytes = pieces.reduce((sum, { start, end }) => sum + end - start + 1, 0);
      for (const piece of pieces) use.covered.add(piece);
      use.bytes += bytes;
      use.whole =
        sending.file === undefined ? isComplete : use.covered.bytes === sending.file.bytes;
      if (bytes > 0 || use.whole) this.#enqueue(use);
    };
  }

  /** Returns the current use for further ranges of a file, and a new use otherwise. */
  #useFor(by: UsedBy, { kind, path, file, isPart }: SentUse): Use {
    const key = `${by.hash} ${by.address} ${kind} ${path}`;
    const current = this.#current.get(key);
    if (isPart && current !== undefined && current.etag === file?.etag && isOngoing(current)) {
      return current;
    }
    const use = { ...newUse(by, kind, path), etag: file?.etag };
    this.#current.set(key, use);
    return use;
  }

  #enqueue(use: Use): void {
    if (this.#waiting.size >= MAX_WAITING) return;
    this.#waiting.add(use);
    this.#timer ??= setTimeout(() => void this.flush(), this.#writeAfterMs).unref();
  }

  async #writeAll(uses: readonly Use[]): Promise<void> {
    for (let start = 0; start < uses.length; start += MAX_AT_ONCE) {
      if (start > 0) await nextTurn();
      await this.#write(uses.slice(start, start + MAX_AT_ONCE));
    }
  }

  async #write(uses: readonly Use[]): Promise<void> {
    const fresh = uses.filter(({ stored }) => stored === 'not-yet');
    const grown = uses.filter(({ stored }) => typeof stored === 'number');
    try {
      // Outside the transaction, which may run several times.
      const individual = fresh.filter((use) => this.#mayRecordIndividually(use));
      const ids = await this.#db.write(async (tx) => {
        const existing = await countShareUses(tx, fresh);
        await growShareUses(tx, grown.map(grownUse));
        const stored = individual.filter((use) => existing.has(use.hash));
        return new Map(zip(stored, await insertShareUses(tx, stored)));
      });
      for (const use of fresh) use.stored = ids.get(use) ?? 'only-counted';
    } catch (error) {
      this.#log.error({ err: error, uses: uses.length }, 'share uses not stored');
      // Losing a use is better than counting it twice.
      if (isKnownNotStored(error)) this.#keep(uses);
    }
  }

  /** Stores them together with the next ones. */
  #keep(uses: readonly Use[]): void {
    const room = Math.max(0, MAX_WAITING - this.#waiting.size);
    for (const use of uses.slice(0, room)) this.#waiting.add(use);
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_AGAIN_AFTER_MS).unref();
  }

  #mayRecordIndividually({ hash }: Use): boolean {
    const now = performance.now();
    if (this.#individualLimit.waitMs(hash, now) > 0) return false;
    this.#individualLimit.consume(hash, now);
    return true;
  }
}

function newUse({ hash, address }: UsedBy, kind: ShareUseKind, path: string): Use {
  return {
    hash,
    kind,
    at: Date.now(),
    address,
    path,
    bytes: 0,
    whole: true,
    stored: 'not-yet',
    covered: new CoveredRanges(),
    etag: undefined,
    sending: 0,
    touchedAt: Date.now(),
  };
}

function isOngoing({ sending, touchedAt }: Use): boolean {
  return sending > 0 || Date.now() - touchedAt < LONGEST_PAUSE_MS;
}

function grownUse({ stored, bytes, whole }: Use): GrownShareUse {
  if (typeof stored !== 'number') throw new Error('only a stored use can be updated');
  return { id: stored, bytes, whole };
}

function zip<One, Other>(ones: readonly One[], others: readonly Other[]): [One, Other][] {
  return ones.flatMap((one, index): [One, Other][] => {
    const other = others[index];
    return other === undefined ? [] : [[one, other]];
  });
}
