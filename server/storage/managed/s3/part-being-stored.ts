/**
 * A full part of a draft that is being stored, so that the next part can be received meanwhile. It keeps its bytes until it is stored, also
 * after a failure, because they are nowhere else.
 */
export class PartBeingStored {
  readonly bytes: Buffer;
  readonly #store: (bytes: Buffer) => Promise<void>;
  /** The running request, or the last one, which may have failed. */
  #request: Promise<void>;
  #hasFailed = false;

  /** Begins to store the bytes with `store`. */
  constructor(bytes: Buffer, store: (bytes: Buffer) => Promise<void>) {
    this.bytes = bytes;
    this.#store = store;
    this.#request = this.#begin();
  }

  /** Resolves when the part is stored. After a failure, it is tried once more by each call. Rejects with the error of the store. */
  async stored(): Promise<void> {
    if (this.#hasFailed) this.#request = this.#begin();
    await this.#request;
  }

  /** Resolves when no request is running, whether the part is stored or not. */
  async ended(): Promise<void> {
    await this.#request.catch(() => undefined);
  }

  #begin(): Promise<void> {
    this.#hasFailed = false;
    const request = this.#store(this.bytes);
    request.catch(() => (this.#hasFailed = true));
    return request;
  }
}
