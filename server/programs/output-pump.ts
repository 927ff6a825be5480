import type { Readable } from 'node:stream';

/** Once whoever was started has ended, nothing more is waited for any longer than this. Milliseconds. */
const PATIENCE_MS = 250;

export interface OutputPumpOptions {
  /** While a promise it returns is open, nothing more is read, and the program has to wait. */
  take(chunk: Buffer): void | Promise<void>;
  /** `take` has thrown, or its promise was rejected: nothing more is read. */
  onRefused(): void;
}

/** Reads what a program prints, as fast as it is taken. */
export class OutputPump {
  /** When all is taken, or nobody wants more. */
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
    // The last chunk may still be on its way to whoever takes it.
    stream.once('close', () => {
      if (!this.#isTaking) this.#finish();
    });
  }

  /** Whoever is meant has ended: what it has printed is read, and nobody else who holds the pipe open is waited for. */
  drain(): void {
    this.#isDraining = true;
    this.#wait();
  }

  /** Nothing more is read, and what is being taken is not waited for. */
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
      // When we were busy ourselves there may be something in the pipe that we have not come to look at.
      setImmediate(() => {
        if (this.#chunks === known) this.abandon();
      });
    }, PATIENCE_MS);
  }
}
