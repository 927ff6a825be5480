import type { Database } from '../metadata/database.ts';
import {
  findDigest,
  removeDigest,
  storeDigests,
  type StoredDigest,
} from '../metadata/file-digests.ts';
import { identifiesFile, type EntryStat } from '../storage/entry.ts';

/** The version of a file that a digest belongs to. */
type FileFacts = Pick<EntryStat, 'fingerprint' | 'modifiedNs' | 'size'>;

/** A digest that is known of the present bytes of a file. */
export type KnownDigest = Pick<StoredDigest, 'sha256' | 'storedAt'>;

/** Delay before digests are stored together. Milliseconds. */
const WRITE_AFTER_MS = 500;
/** Maximum number of digests that wait to be stored; further ones are dropped. */
const MAX_WAITING = 10_000;
/** Number of digests in one transaction, because other writes wait for it in SQLite. */
const MAX_AT_ONCE = 200;
/** Number of files whose digest, or lack of one, is kept in memory. */
const MAX_CACHED = 4_000;

/**
 * The SHA-256 of files whose bytes were verified when they were received or copied. A digest is stored with the fingerprint of its file, so
 * it follows the file to other names and folders, and it counts only while size and modification time are the same. Storing is not awaited:
 * a crash loses the last ones.
 */
export class KnownDigests {
  readonly #db: Database;
  /** The latest lookups, the least recent first. */
  readonly #cached = new Map<string, StoredDigest | undefined>();
  #waiting = new Map<string, StoredDigest>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Database) {
    this.#db = db;
  }

  record({ fingerprint, modifiedNs, size }: FileFacts, sha256: string): void {
    if (!identifiesFile(fingerprint) || this.#waiting.size >= MAX_WAITING) return;
    const digest = { fingerprint, modifiedNs, size, sha256, storedAt: Date.now() };
    this.#waiting.set(fingerprint, digest);
    this.#cache(fingerprint, digest);
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS).unref();
  }

  /** Returns the digest of a file, unless the file has changed since; then the digest is removed. */
  async find(file: FileFacts): Promise<KnownDigest | undefined> {
    const digest = await this.#lookUp(file.fingerprint);
    if (digest === undefined) return undefined;
    if (digest.size === file.size && digest.modifiedNs === file.modifiedNs) return digest;
    this.#forget(digest);
    return undefined;
  }

  /** Resolves when all digests until now are stored, or storing them has failed. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const digests = [...this.#waiting.values()];
    this.#waiting = new Map();
    this.#writing = this.#writing.then(() => this.#write(digests));
    await this.#writing;
  }

  async #lookUp(fingerprint: string): Promise<StoredDigest | undefined> {
    if (!identifiesFile(fingerprint)) return undefined;
    const isCached = this.#cached.has(fingerprint);
    const digest = isCached
      ? this.#cached.get(fingerprint)
      : await findDigest(this.#db.read, fingerprint).catch(() => undefined);
    // Another request may have recorded one meanwhile.
    const latest = this.#cached.get(fingerprint) ?? digest;
    this.#cache(fingerprint, latest);
    return latest;
  }

  #cache(fingerprint: string, digest: StoredDigest | undefined): void {
    this.#cached.delete(fingerprint);
    this.#cached.set(fingerprint, digest);
    if (this.#cached.size <= MAX_CACHED) return;
    const [oldest] = this.#cached.keys();
    if (oldest !== undefined) this.#cached.delete(oldest);
  }

  #forget(digest: StoredDigest): void {
    this.#waiting.delete(digest.fingerprint);
    this.#cache(digest.fingerprint, undefined);
    const removed = this.#db.write((tx) => removeDigest(tx, digest), { isIdempotent: true });
    // A digest that stays stored is compared again at the next lookup.
    removed.catch(() => undefined);
  }

  async #write(digests: readonly StoredDigest[]): Promise<void> {
    for (let from = 0; from < digests.length; from += MAX_AT_ONCE) {
      const some = digests.slice(from, from + MAX_AT_ONCE);
      try {
        await this.#db.write((tx) => storeDigests(tx, some), {
          isIdempotent: true,
          isUncached: true,
        });
      } catch {
        // A file without a stored digest is like one that was never verified.
      }
    }
  }
}
