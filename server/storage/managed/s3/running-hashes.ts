import { createHash, type Hash } from 'node:crypto';

/** Maximum number of blobs whose SHA-256 is being computed. Beyond it, that of the blob that was begun first is given up. */
const MAX_RUNNING = 1_000;

interface Running {
  readonly hash: Hash;
  /** Number of bytes that are included. */
  end: number;
  /** Identifies what was stored of the blob when it was closed last; undefined since more bytes have been included. */
  stored: string | undefined;
}

/**
 * Computes the SHA-256 of blobs while they are written, because object storage does not return the bytes before a blob is complete. Blobs that
 * were given up have none.
 */
export class RunningHashes {
  readonly #running = new Map<string, Running>();

  /** Includes bytes that follow the included ones. Position 0 begins anew; any other gap or overlap gives the blob up. */
  add(id: string, bytes: Uint8Array, position: number): void {
    const running = position === 0 ? this.#begin(id) : this.#running.get(id);
    if (running === undefined) return;
    if (running.end !== position) this.#running.delete(id);
    else {
      running.hash.update(bytes);
      running.end += bytes.length;
      running.stored = undefined;
    }
  }

  /** Returns the SHA-256 of the first `size` bytes; undefined if more or fewer were included. */
  valueOf(id: string, size: number): string | undefined {
    const running = size === 0 ? { hash: createHash('sha256'), end: 0 } : this.#running.get(id);
    return running?.end === size ? running.hash.copy().digest('hex') : undefined;
  }

  /** Records what is stored of a blob that is closed. Call it for the draft that has received the bytes, not for one that was opened to flush them. */
  close(id: string, stored: string): void {
    const running = this.#running.get(id);
    if (running !== undefined) running.stored = stored;
  }

  /** Called when a blob is opened again. Gives it up if another server has stored bytes of it since it was closed here. */
  reopen(id: string, stored: string): void {
    const before = this.#running.get(id)?.stored;
    if (before !== undefined && before !== stored) this.end(id);
  }

  end(id: string): void {
    this.#running.delete(id);
  }

  #begin(id: string): Running {
    this.#running.delete(id);
    const [oldest] = this.#running.keys();
    if (this.#running.size >= MAX_RUNNING && oldest !== undefined) this.#running.delete(oldest);
    const running = { hash: createHash('sha256'), end: 0, stored: undefined };
    this.#running.set(id, running);
    return running;
  }
}
