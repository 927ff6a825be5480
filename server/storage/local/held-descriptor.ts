import { closeSync } from 'node:fs';
import { fromNodeError } from './node-error.ts';
import { storageNotAnswering } from '../../errors.ts';

/**
 * Closes a folder synchronously: nothing has to be written, not even over a network, and waking a thread takes
 * longer.
 */
export const closeFolder: (fd: number) => void = closeSync;

/** Ends a use of a descriptor; see `Keep`. `isClosed`: the user has closed the descriptor. */
export type Release = (isClosed?: boolean) => void;

/**
 * Prevents that a descriptor is closed until the returned function is called. Needed for work that may go on after its promise has settled,
 * for instance in a thread whose deadline has passed.
 */
export type Keep = () => Release;

/**
 * Guards a descriptor that the main thread uses. The kernel gives a closed number to the next file that is opened, so
 * using or closing a descriptor once too often would affect another file. This class prevents that.
 */
export class HeldDescriptor {
  readonly #fd: number;
  readonly #closeDescriptor: (fd: number) => Promise<void> | void;
  /** Number of calls of `use` whose promise has not settled. */
  #uses = 0;
  /** True during a hand-over. */
  #isLent = false;
  /** Number of calls of `keep` that have not been released, whether their promise has settled or not. */
  #kept = 0;
  /** True after a hand-over that was not answered in time: it is unknown whether the receiver has closed the descriptor. */
  #isLost = false;
  #closesWhenReleased = false;
  #isClosed = false;
  #closing: Promise<void> | undefined;
  #waiting: (() => void)[] = [];

  constructor(fd: number, closeDescriptor: (fd: number) => Promise<void> | void) {
    this.#fd = fd;
    this.#closeDescriptor = closeDescriptor;
  }

  /** `use` and `handOver` pass it to their work. Work that does not run in one of them calls it directly. */
  readonly keep: Keep = () => {
    this.#kept += 1;
    let isReleased = false;
    return (isClosed = false) => {
      if (isReleased) return;
      isReleased = true;
      this.#kept -= 1;
      if (isClosed) this.#isClosed = true;
      if (this.#kept > 0 || !this.#closesWhenReleased || this.#isClosed) return;
      // The caller of `close` has been answered already.
      void this.#closeNow().catch(() => undefined);
    };
  };

  /** Runs `work` with the descriptor. Errors of the file system are translated to AppErrors. */
  async use<Result>(work: (fd: number, keep: Keep) => Promise<Result>): Promise<Result> {
    this.#requireOpen();
    this.#uses += 1;
    try {
      return await work(this.#fd, this.keep);
    } catch (error) {
      throw fromNodeError(error);
    } finally {
      this.#uses -= 1;
      if (this.#uses === 0) this.#resumeWaiting();
    }
  }

  /** Passes the descriptor to work that closes it when it succeeds. When it fails, the descriptor is still open here. */
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
   * Closes the descriptor. Waits for running work, but not for work whose promise has settled: then it is closed
   * later. Further calls, and calls after a hand-over, do nothing.
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
    if (this.#isLost) throw storageNotAnswering();
    if (!this.#isClosed && !this.#isLent && !this.#closing) return;
    throw new Error('a file was used after it had been closed');
  }

  async #untilIdle(): Promise<void> {
    while (this.#uses > 0 || this.#isLent) {
      await new Promise<void>((idle) => this.#waiting.push(idle));
    }
  }

  #resumeWaiting(): void {
    for (const idle of this.#waiting.splice(0)) setImmediate(idle);
  }
}
