import type { Readable } from 'node:stream';
import { AppError } from '../../../errors.ts';
import type { ProgramInput } from '../../driver.ts';
import { copyToDescriptor, withUnnamedCopy } from '../../local/unnamed-copy.ts';
import type { OpenBlob } from '../blob-store.ts';
import type { Bucket } from './bucket.ts';

/** Length of the first range that is requested. Each following one is four times as long, up to the longest. Bytes. */
const FIRST_RANGE = 1024 * 1024;
const LONGEST_RANGE = 128 * 1024 * 1024;
const GROWTH = 4;

/**
 * Reads an object in ranges that follow the reader: a reader who goes on gets longer ranges, so that a download needs few requests and
 * one who stops early leaves little unread.
 */
export class OpenObject implements OpenBlob {
  readonly #bucket: Bucket;
  readonly #key: string;
  readonly #size: number;
  #stream: Readable | undefined;
  /** Position of the next byte of `#stream`, and that after its last one. */
  #at = 0;
  #end = 0;
  #range = FIRST_RANGE;
  #turn: Promise<unknown> = Promise.resolve();

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

  async close(): Promise<void> {
    await this.#turn;
    this.#drop();
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
      target.set(piece, filled);
      filled += piece.length;
    }
    return filled;
  }

  async #begin(start: number, wanted: number): Promise<void> {
    const goesOn = start === this.#at && start > 0;
    this.#drop();
    this.#range = goesOn ? Math.min(this.#range * GROWTH, LONGEST_RANGE) : FIRST_RANGE;
    const end = Math.min(this.#size, start + Math.max(wanted, this.#range));
    const stream = await this.#bucket.read(this.#key, { start, end: end - 1 });
    if (stream === undefined) throw missingContents();
    // Failures are noticed by the next read.
    stream.on('error', () => undefined);
    this.#stream = stream;
    this.#at = start;
    this.#end = end;
  }

  async #next(most: number): Promise<Uint8Array> {
    const stream = this.#stream;
    if (stream === undefined) throw new Error('no range is open');
    for (;;) {
      const ready = stream.readableLength;
      const piece: unknown = ready > 0 ? stream.read(Math.min(most, ready)) : stream.read();
      if (piece instanceof Uint8Array && piece.length > 0) {
        this.#at += piece.length;
        if (this.#at === this.#end) this.#drop();
        return piece;
      }
      if (stream.readableEnded || stream.destroyed) throw this.#cut(stream.errored);
      await changed(stream);
    }
  }

  #cut(cause: unknown): AppError {
    this.#drop();
    return new AppError('not-answering', 'the object storage has cut the connection', {
      cause,
      refusal: { code: 'disk-unavailable' },
    });
  }

  #drop(): void {
    // A range that was read to its end keeps its connection for the next one.
    if (this.#at !== this.#end) this.#stream?.destroy();
    else this.#stream?.resume();
    this.#stream = undefined;
  }
}

export function missingContents(): AppError {
  return new AppError('storage-failed', 'the contents of this file are missing in the store');
}

function changed(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    const events = ['readable', 'end', 'close', 'error'] as const;
    const done = (): void => {
      for (const event of events) stream.off(event, done);
      resolve();
    };
    for (const event of events) stream.on(event, done);
  });
}
