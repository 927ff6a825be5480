import type { Readable } from 'node:stream';
import { AppError } from '../../../errors.ts';
import { allowGarbage } from '../../../lib/garbage-allowance.ts';
import type { DirectDownload, ProgramInput } from '../../driver.ts';
import { copyToDescriptor, withUnnamedCopy } from './unnamed-copy.ts';
import type { OpenBlob } from '../blob-store.ts';
import type { Bucket } from './bucket.ts';
import { contentsMissing } from '../blob-errors.ts';

/** Length of the first range that is requested. Each following one is four times as long, up to the longest. Bytes. */
const FIRST_RANGE = 1024 * 1024;
const LONGEST_RANGE = 128 * 1024 * 1024;
const GROWTH = 4;
/** Maximum number of bytes that are held for the reader. */
const READ_AHEAD = 1024 * 1024;

/**
 * Reads an object in ranges. Each range that continues the previous one is longer, so that a download needs few requests, while a reader who
 * stops early has requested little that remains unread. When the connection closes within a range, as it does while a reader pauses for
 * long, the rest of the range is requested anew.
 */
export class OpenObject implements OpenBlob {
  readonly #bucket: Bucket;
  readonly #key: string;
  readonly #size: number;
  #stream: ReadAhead | undefined;
  /** Positions of the first byte of `#stream`, of its next one, and after its last one. */
  #start = 0;
  #at = 0;
  #end = 0;
  /** Length of the last range, unless the reader wanted more at once. */
  #range = FIRST_RANGE;
  /** Settles when the last read has ended, after which the next one begins. */
  #turn: Promise<unknown> = Promise.resolve();
  readonly #endAllowance = allowGarbage();

  constructor(bucket: Bucket, key: string, size: number) {
    this.#bucket = bucket;
    this.#key = key;
    this.#size = size;
  }

  readInto(target: Uint8Array, position: number): Promise<number> {
    const turn = this.#turn.then(() => this.#read(target, position));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  withProgramInput<Result>(work: (input: ProgramInput) => Promise<Result>): Promise<Result> {
    return withUnnamedCopy((target, position) => this.readInto(target, position), work);
  }

  copyTo(descriptor: number): Promise<void> {
    return copyToDescriptor((target, position) => this.readInto(target, position), descriptor);
  }

  directAddress(download: DirectDownload): Promise<string | undefined> {
    return this.#bucket.addressOf(this.#key, download);
  }

  async close(): Promise<void> {
    await this.#turn;
    this.#drop();
    this.#endAllowance();
  }

  async #read(target: Uint8Array, position: number): Promise<number> {
    const wanted = Math.min(target.length, this.#size - position);
    if (wanted <= 0) return 0;
    let filled = 0;
    while (filled < wanted) {
      if (this.#stream === undefined || this.#at !== position + filled) {
        await this.#begin(position + filled, wanted - filled);
      }
      const piece = await this.#next(wanted - filled);
      if (piece === undefined) continue;
      target.set(piece, filled);
      filled += piece.length;
    }
    return filled;
  }

  /** Requests a range from `start` on, of at least `wanted` bytes. */
  async #begin(start: number, wanted: number): Promise<void> {
    const continues = start === this.#at && start > 0;
    this.#drop();
    this.#range = continues ? Math.min(this.#range * GROWTH, LONGEST_RANGE) : FIRST_RANGE;
    const end = Math.min(this.#size, start + Math.max(wanted, this.#range));
    const stream = await this.#bucket.read(this.#key, { start, end: end - 1 });
    if (stream === undefined) throw contentsMissing();
    this.#stream = new ReadAhead(stream);
    this.#start = start;
    this.#at = start;
    this.#end = end;
  }

  /**
   * Returns the next bytes of the range, at most `most`; undefined if the connection was closed after some of them, so that the rest can be requested.
   * Throws if it was closed before the first one, because the next request would fail in the same way.
   */
  async #next(most: number): Promise<Uint8Array | undefined> {
    const stream = this.#stream;
    if (stream === undefined) throw new Error('no range is open');
    const piece = await stream.take(most);
    if (piece === undefined) {
      if (this.#at === this.#start) throw this.#cut(stream.failure);
      this.#drop();
      return undefined;
    }
    this.#at += piece.length;
    if (this.#at === this.#end) this.#drop();
    return piece;
  }

  /** Drops the range after a failure, and returns the error for the reader. */
  #cut(cause: unknown): AppError {
    this.#drop();
    return new AppError('not-answering', 'the object storage has cut the connection', {
      cause,
      refusal: { code: 'disk-unavailable' },
    });
  }

  #drop(): void {
    this.#stream?.end({ isRead: this.#at === this.#end });
    this.#stream = undefined;
  }
}

/** Reads a response ahead of its reader, up to a limit, because it arrives in small pieces. */
class ReadAhead {
  failure: Error | undefined;
  readonly #stream: Readable;
  readonly #pieces: Uint8Array[] = [];
  #bytes = 0;
  #isOver = false;
  #wake: (() => void) | undefined;

  constructor(stream: Readable) {
    this.#stream = stream;
    stream.on('data', (piece: Uint8Array) => {
      this.#pieces.push(piece);
      this.#bytes += piece.length;
      if (this.#bytes >= READ_AHEAD) stream.pause();
      this.#wake?.();
    });
    stream.on('error', (error) => {
      this.failure = error;
    });
    const end = (): void => {
      this.#isOver = true;
      this.#wake?.();
    };
    stream.once('end', end).once('close', end);
  }

  /** Returns the next bytes, at most `most`; undefined at the end or after a failure. */
  async take(most: number): Promise<Uint8Array | undefined> {
    while (this.#pieces.length === 0) {
      if (this.#isOver) return undefined;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    const first = this.#pieces[0];
    if (first === undefined) return undefined;
    const piece = first.subarray(0, most);
    if (piece.length === first.length) this.#pieces.shift();
    else this.#pieces[0] = first.subarray(piece.length);
    this.#bytes -= piece.length;
    if (this.#bytes < READ_AHEAD / 2) this.#stream.resume();
    return piece;
  }

  /** Ends reading. A response that was read to its end keeps its connection for the next one. */
  end({ isRead }: { readonly isRead: boolean }): void {
    if (isRead) this.#stream.resume();
    else this.#stream.destroy();
  }
}
