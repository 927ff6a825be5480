import { close, closeSync } from 'node:fs';
import { promisify } from 'node:util';
import { fromNodeError } from './node-error.ts';

const closeDescriptor = promisify(close);

/** Of a folder there is nothing left to write, not even over a network: it takes less than to wake a thread for it. */
export const closeFolder: (fd: number) => void = closeSync;

/**
 * A descriptor used from the main thread. The kernel gives a closed number to the next file that is opened,
 * so one that is used or closed once too often would act on a stranger's file: this cannot happen here.
 */
export class HeldDescriptor {
  readonly #fd: number;
  readonly #closeDescriptor: (fd: number) => Promise<void> | void;
  #uses = 0;
  #isLent = false;
  #isClosed = false;
  #closing: Promise<void> | undefined;
  #waiting: (() => void)[] = [];

  constructor(fd: number, how: (fd: number) => Promise<void> | void = closeDescriptor) {
    this.#fd = fd;
    this.#closeDescriptor = how;
  }

  /** Failures of the file system come out as AppErrors. */
  async use<Result>(work: (fd: number) => Promise<Result>): Promise<Result> {
    this.#requireOpen();
    this.#uses += 1;
    try {
      return await work(this.#fd);
    } catch (error) {
      throw fromNodeError(error);
    } finally {
      this.#uses -= 1;
      if (this.#uses === 0) this.#tellIdle();
    }
  }

  /** Lends it to someone who closes it when all goes well; when they fail, it is still open here. */
  async handOver<Result>(work: (fd: number) => Promise<Result>): Promise<Result> {
    if (this.#uses > 0) await this.#untilIdle();
    const handed = this.use(work);
    this.#isLent = true;
    try {
      const result = await handed;
      this.#isClosed = true;
      return result;
    } finally {
      this.#isLent = false;
    }
  }

  /** Waits for the uses under way. Once is enough; after handing over, nothing is left to do. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    await this.#untilIdle();
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#closeDescriptor(this.#fd);
  }

  #requireOpen(): void {
    if (!this.#isClosed && !this.#isLent && !this.#closing) return;
    throw new Error('a file was used after it had been closed');
  }

  async #untilIdle(): Promise<void> {
    while (this.#uses > 0 || this.#isLent) {
      await new Promise<void>((idle) => this.#waiting.push(idle));
    }
  }

  #tellIdle(): void {
    for (const idle of this.#waiting.splice(0)) setImmediate(idle);
  }
}
