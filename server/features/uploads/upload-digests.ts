import type { StoredUpload } from '../../metadata/uploads.ts';
import type { GrowingDigest, TemporaryFile } from '../../storage/driver.ts';
import type { EntryStat } from '../../storage/entry.ts';
import type { KnownDigests } from '../../tree/known-digests.ts';

/**
 * Maximum number of uploads whose digest is being computed. Each holds a file open. Another upload begins when one of them ends: if it took the
 * place of one, both would be read again from the first byte at each of their chunks.
 */
const MAX_RUNNING = 64;
/**
 * Time without new bytes after which a digest is given up, because an open file keeps its disk from being unmounted. If the upload is continued,
 * its bytes are read again. Milliseconds.
 */
const IDLE_MS = 20_000;

interface Running {
  readonly digest: GrowingDigest;
  /** End of the bytes that are included. */
  end: number;
  timer: NodeJS.Timeout;
}

/**
 * Computes the SHA-256 of uploads whose chunks are verified, in the background while they arrive. Bytes are read from the temporary file, so
 * an upload that a restart has interrupted gets its digest too.
 */
export class UploadDigests {
  readonly #known: Pick<KnownDigests, 'record'>;
  readonly #running = new Map<number, Running>();
  /** Ids of uploads whose file is being opened for a digest. */
  readonly #beginning = new Set<number>();
  /** Digests of published uploads. */
  readonly #finishing = new Set<GrowingDigest>();

  constructor(known: Pick<KnownDigests, 'record'>) {
    this.#known = known;
  }

  /** Includes a verified chunk, from `offset` to `end`. Never rejects: without a digest, an upload is complete all the same. */
  async extend(
    { id }: Pick<StoredUpload, 'id'>,
    temporaryFile: Pick<TemporaryFile, 'beginDigest'>,
    { offset, end }: { readonly offset: number; readonly end: number },
  ): Promise<void> {
    // Earlier bytes may have been cut off and sent again.
    if (this.#running.get(id)?.end !== offset) this.stop(id);
    const running = this.#running.get(id) ?? (await this.#begin(id, temporaryFile));
    if (running === undefined) return;
    running.end = end;
    running.digest.extend(end);
    running.timer.refresh();
  }

  /** Notes that bytes of a chunk arrive. They are not included before the chunk is verified. */
  keepAlive({ id }: Pick<StoredUpload, 'id'>): void {
    this.#running.get(id)?.timer.refresh();
  }

  /** Stores the digest of a published upload when it is complete. Does nothing if none is being computed of all its bytes. */
  finish({ id, length }: Pick<StoredUpload, 'id' | 'length'>, stat: EntryStat): void {
    const running = this.#running.get(id);
    if (running?.end !== length) return this.stop(id);
    this.#running.delete(id);
    clearTimeout(running.timer);
    // Fails at a stop of the server, or when the disk fails. The file stays without a digest.
    const { digest } = running;
    this.#finishing.add(digest);
    void digest
      .value()
      .then(
        (sha256) => this.#known.record(stat, sha256),
        () => undefined,
      )
      .finally(() => this.#finishing.delete(digest));
  }

  /** Gives up the digest of an upload, if one is being computed. */
  stop(id: number): void {
    const running = this.#running.get(id);
    this.#running.delete(id);
    this.#beginning.delete(id);
    clearTimeout(running?.timer);
    running?.digest.stop();
  }

  close(): Promise<void> {
    for (const id of [...this.#running.keys(), ...this.#beginning]) this.stop(id);
    for (const digest of this.#finishing) digest.stop();
    return Promise.resolve();
  }

  async #begin(
    id: number,
    temporaryFile: Pick<TemporaryFile, 'beginDigest'>,
  ): Promise<Running | undefined> {
    if (this.#running.size + this.#beginning.size >= MAX_RUNNING) return undefined;
    this.#beginning.add(id);
    try {
      const digest = await temporaryFile.beginDigest();
      if (!this.#beginning.has(id)) {
        // The upload has ended meanwhile.
        digest.stop();
        return undefined;
      }
      const timer = setTimeout(() => this.stop(id), IDLE_MS).unref();
      const running = { digest, end: 0, timer };
      this.#running.set(id, running);
      return running;
    } catch {
      return undefined;
    } finally {
      this.#beginning.delete(id);
    }
  }
}
