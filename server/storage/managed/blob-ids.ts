import { randomBytes } from 'node:crypto';
import type { Database } from '../../metadata/database.ts';
import { reserveBlobs } from '../../metadata/blobs.ts';

/** Number of ids that one transaction reserves, so that small files rarely wait for one. */
const RESERVED_AT_ONCE = 64;
/** Age above which reserved ids are not used any more, because garbage collection removes unused ones after a day. Milliseconds. */
const USED_WITHIN_MS = 60 * 60_000;
const ID_BYTES = 16;

/**
 * Supplies random ids for new blobs. Each is recorded as `pending` before any byte is written under it, so that no bytes are unknown after a
 * crash.
 */
export class BlobIds {
  readonly #db: Pick<Database, 'write'>;
  #free: string[] = [];
  #reservedAt = 0;
  #reserving: Promise<void> | undefined;

  constructor(db: Pick<Database, 'write'>) {
    this.#db = db;
  }

  /** Returns an id that no other caller gets. */
  async take(): Promise<string> {
    if (Date.now() - this.#reservedAt > USED_WITHIN_MS) this.#free = [];
    for (;;) {
      const id = this.#free.pop();
      if (id !== undefined) return id;
      this.#reserving ??= this.#reserve().finally(() => {
        this.#reserving = undefined;
      });
      await this.#reserving;
    }
  }

  async #reserve(): Promise<void> {
    const nowMs = Date.now();
    const ids = Array.from({ length: RESERVED_AT_ONCE }, () =>
      randomBytes(ID_BYTES).toString('hex'),
    );
    await this.#db.write((tx) => reserveBlobs(tx, ids, nowMs), { isUncached: true });
    this.#free = ids;
    this.#reservedAt = nowMs;
  }
}
