import { closeSync } from 'node:fs';
import { AppError } from '../../errors.ts';
import { fromNodeError } from './node-error.ts';

/** Closes a folder at once: nothing has to be written for it, not even over a network, and waking a thread takes longer. */
export const closeFolder: (fd: number) => void = closeSync;

/** To be called when the descriptor is not used any more. `isClosed`: whoever used it has closed it. */
export type Release = (isClosed?: boolean) => void;

/** Called in the beginning of work that may go on after its promise has settled, for instance because its deadline has passed. */
export type Keep = () => Release;

/**
 * A descriptor used from the main thread. The kernel gives a closed number to the next file that is opened,
 * so one that is used or closed once too often would act on a stranger's file: this cannot happen here.
 */
export class HeldDescriptor {
  readonly #fd: number;
  readonly #closeDescriptor: (fd: number) => Promise<void> | void;
  #uses = 0;
  #isLent = false;
  /** Work that may still use it, settled or not. */
  #kept = 0;
  /** Handed over to somebody who has not answered in time: nobody knows whether they have closed it. */
  #isLost = false;
  #closesWhenReleased = false;
  #isClosed = false;
  #closing: Promise<void> | undefined;
  #waiting: (() => void)[] = [];

  constructor(fd: number, how: (fd: number) => Promise<void> | void) {
    this.#fd = fd;
    this.#closeDescriptor = how;
  }

  /** For work that is not a promise; `use` hands it over. */
  readonly keep: Keep = () => {
    this.#kept += 1;
    let isReleased = false;
    return (isClosed = false) => {
      if (isReleased) return;
      isReleased = true;
      this.#kept -= 1;
      if (isClosed) this.#isClosed = true;
      if (this.#kept > 0 || !this.#closesWhenReleased || this.#isClosed) return;
      // Whoever closed it has been answered long ago.
      void this.#closeNow().catch(() => undefined);
    };
  };

  /** Failures of the file system come out as AppErrors. */
  async use<Result>(work: (fd: number, keep: Keep) => Promise<Result>): Promise<Result> {
    this.#requireOpen();
    this.#uses += 1;
    try {
      return await work(this.#fd, this.keep);
    } catch (error) {
      throw fromNodeError(error);
    } finally {
      this.#uses -= 1;
      if (this.#uses === 0) this.#tellIdle();
    }
  }

  /** Lends it to someone who closes it when all goes well; when they fail, it is still open here. */
  async handOver<Result>(work: (fd: number, keep: Keep) => Promise<Result>): Promise<Result> {
    if (this.#uses > 0) await this.#untilIdle();
    const handed = this.use(work);
    this.#isLent = true;
    try {
      const result = await handed;
      this.#isClosed = true;
      return result;
    } finally {
      this.#isLent = false;
      this.#isLost = !this.#isClosed && this.#kept > 0;
    }
  }

  /**
   * Waits for the uses under way, but for none whose promise has settled: after these it is closed later. Once is enough; after handing over, nothing is left to do.
   */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    await this.#untilIdle();
    if (this.#isClosed) return;
    if (this.#kept > 0) this.#closesWhenReleased = true;
    else await this.#closeNow();
  }

  async #closeNow(): Promise<void> {
    this.#isClosed = true;
    await this.#closeDescriptor(this.#fd);
  }

  #requireOpen(): void {
    if (this.#isLost) throw new AppError('not-answering', 'the storage does not answer');
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
