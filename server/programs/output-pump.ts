import type { Readable } from 'node:stream';

/** Time without output after the end of the program, after which the pipe is closed, in milliseconds. */
const DRAIN_MS = 250;

export interface OutputPumpOptions {
  /** Handles a chunk. Reading pauses until the returned promise resolves, and the program has to wait. */
  take(chunk: Buffer): void | Promise<void>;
  /** Called when `take` throws or rejects. Nothing more is read. */
  onRefused(): void;
}

/** Reads the output of a program as fast as it is consumed. */
export class OutputPump {
  /** Resolves when all output has been handled, or reading was abandoned. */
  readonly done: Promise<void>;
  readonly #stream: Readable;
  readonly #options: OutputPumpOptions;
  #finish: () => void = () => undefined;
  #isDraining = false;
  #isTaking = false;
  #chunks = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(stream: Readable, options: OutputPumpOptions) {
    this.#stream = stream;
    this.#options = options;
    this.done = new Promise((resolve) => {
      this.#finish = resolve;
    });
    stream.on('data', (chunk: Buffer) => void this.#pass(chunk));
    stream.on('error', () => this.abandon());
    // The last chunk may still be handled.
    stream.once('close', () => {
      if (!this.#isTaking) this.#finish();
    });
  }

  /** Reads the rest of the output after the program has ended. Does not wait for other processes that keep the pipe open. */
  drain(): void {
    this.#isDraining = true;
    this.#wait();
  }

  /** Stops reading, and does not wait for the chunk that is being handled. */
  abandon(): void {
    clearTimeout(this.#timer);
    this.#stream.destroy();
    this.#finish();
  }

  async #pass(chunk: Buffer): Promise<void> {
    this.#chunks += 1;
    this.#isTaking = true;
    try {
      const taken = this.#options.take(chunk);
      if (taken !== undefined) {
        this.#stream.pause();
        await taken;
      }
    } catch {
      this.abandon();
      this.#options.onRefused();
      return;
    }
    this.#isTaking = false;
    if (this.#stream.closed) this.#finish();
    else this.#stream.resume();
    this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (!this.#isDraining || this.#isTaking || this.#stream.destroyed) return;
    const known = this.#chunks;
    this.#timer = setTimeout(() => {
      // The pipe may hold data that a busy event loop has not read yet.
      setImmediate(() => {
        if (this.#chunks === known) this.abandon();
      });
    }, DRAIN_MS);
  }
}
