/** Bytes before the contents of a buffer. The first four are its state. */
const HEADER_BYTES = 64;
const FREE = 0;
const IN_USE = 1;

/**
 * Buffers that a worker thread fills, and that another thread reads and then releases for reuse. A new buffer for each small file would
 * take as much processor time as everything else in a download, most of it for garbage collections.
 */
export class SharedBuffers {
  readonly #bytes: number;
  readonly #maxCount: number;
  readonly #buffers: SharedArrayBuffer[] = [];
  #last = 0;

  /** @param size.bytes Maximum length of the contents of one buffer */
  constructor({ bytes, maxCount }: { readonly bytes: number; readonly maxCount: number }) {
    this.#bytes = bytes;
    this.#maxCount = maxCount;
  }

  /**
   * Returns `length` bytes with arbitrary contents, which are in use until `releaseShared` is called; undefined for more bytes than a
   * buffer has, and when all buffers are in use.
   */
  take(length: number): Uint8Array<SharedArrayBuffer> | undefined {
    if (length > this.#bytes) return undefined;
    const buffer = this.#free() ?? this.#another();
    return buffer && new Uint8Array(buffer, HEADER_BYTES, length);
  }

  #free(): SharedArrayBuffer | undefined {
    const count = this.#buffers.length;
    for (let tried = 0; tried < count; tried += 1) {
      this.#last = (this.#last + 1) % count;
      const buffer = this.#buffers[this.#last];
      if (buffer && Atomics.compareExchange(stateOf(buffer), 0, FREE, IN_USE) === FREE)
        return buffer;
    }
    return undefined;
  }

  #another(): SharedArrayBuffer | undefined {
    if (this.#buffers.length === this.#maxCount) return undefined;
    const buffer = new SharedArrayBuffer(HEADER_BYTES + this.#bytes);
    Atomics.store(stateOf(buffer), 0, IN_USE);
    this.#buffers.push(buffer);
    return buffer;
  }
}

/** Returns true for bytes that `SharedBuffers` has given out, also after they have been posted to another thread. */
export function isShared(bytes: Uint8Array): bytes is Uint8Array<SharedArrayBuffer> {
  return bytes.buffer instanceof SharedArrayBuffer;
}

/** Lets the thread of `SharedBuffers` fill the buffer again. Nothing may read the bytes afterwards. */
export function releaseShared({ buffer }: Uint8Array<SharedArrayBuffer>): void {
  Atomics.store(stateOf(buffer), 0, FREE);
}

function stateOf(buffer: SharedArrayBuffer): Int32Array<SharedArrayBuffer> {
  return new Int32Array(buffer, 0, 1);
}
