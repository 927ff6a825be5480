import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { Decompressor } from 'snappy';
import { describe, expect, test, vi } from 'vitest';
import { beginCompressing, compress, type CompressedFormat } from './compressors.ts';

/** Commands that unpack each format. Without the program `snappy`, its library is used instead. */
const UNPACKERS: Readonly<
  Record<Exclude<CompressedFormat, 'tarsz'>, readonly [string, ...string[]]>
> = {
  targz: ['gzip', '-dc'],
  tarbz2: ['bzip2', '-dc'],
  tarxz: ['xz', '-dc'],
  tarlz4: ['lz4', '-dc'],
  tarbr: ['brotli', '-dc'],
  tarzst: ['zstd', '-dc'],
};
const FORMATS = [...(Object.keys(UNPACKERS) as (keyof typeof UNPACKERS)[]), 'tarsz'] as const;
const MIB = 1024 * 1024;
/** More than a block of most formats; `mixed` is more than a block of all formats. */
const SOURCE_BYTES = 1.2 * MIB;
const text = textOf(SOURCE_BYTES);
const random = randomBytes(SOURCE_BYTES);
/** Alternates between compressible and random bytes at offsets that are not block boundaries. */
const mixed = Buffer.concat([
  text.subarray(0, 1_000_003),
  random.subarray(0, 700_001),
  Buffer.alloc(3_000_000),
  random.subarray(0, 300_000),
  random.subarray(0, 300_000),
  text.subarray(0, 77),
]);

interface Source {
  readonly bytes: Buffer;
  /** Maximum size after compression. */
  readonly most: number;
}
const SOURCES: Readonly<Record<string, Source>> = {
  nothing: { bytes: Buffer.alloc(0), most: 100 },
  'one byte': { bytes: Buffer.from('x'), most: 100 },
  'what can shrink': { bytes: text, most: (text.length * 2) / 3 },
  'what cannot': { bytes: random, most: random.length * 1.01 },
  both: { bytes: mixed, most: mixed.length / 2 },
};

describe.each(FORMATS)('%s', (format) => {
  describe.skipIf(format !== 'tarsz' && !isInstalled(UNPACKERS[format][0]))('unpacked', () => {
    // At the same time, so that they share their threads.
    test('unpacks to its source, and is small', async () => {
      const giveBack = async ([name, { bytes, most }]: [string, Source]) => {
        const sizes: number[] = [];
        const packed = weighed(compress(format, inPieces(bytes, 524_287), never()), sizes);
        expect([name, await unpackedHash(format, packed)]).toEqual([name, hashOf(bytes)]);
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(most);
      };
      await Promise.all(Object.entries(SOURCES).map(giveBack));
    });

    test('unpacks to its source whatever the size of the pieces', async () => {
      const giveBack = async (size: number) => {
        const bytes = mixed.subarray(900_000, size === 1 ? 904_000 : 2_600_000);
        const packed = compress(format, inPieces(bytes, size), never());
        expect([size, await unpackedHash(format, packed)]).toEqual([size, hashOf(bytes)]);
      };
      await Promise.all([1, 65_537, 4 * MIB].map(giveBack));
    });
  });

  test('passes on the error of its source, and closes it', async () => {
    const source = endless();
    const failing = (async function* () {
      for await (const chunk of source.chunks) {
        if (source.given() > 20) throw new Error('the disk is gone');
        yield chunk;
      }
    })();
    await expect(sizeOf(compress(format, failing, never()))).rejects.toThrow('the disk is gone');
    expect(source.isClosed()).toBe(true);
  });

  test('throws the reason of the signal when cancelled, closes its source and ends its threads', async () => {
    await sizeOf(compress(format, inPieces(text.subarray(0, 1_000), 100), never()));
    // Threads of earlier tests end some time after their worker has reported its exit.
    await untilItStands(threads);
    const threadsBefore = threads();
    const source = endless();
    const stopper = new AbortController();
    const packed = sizeOf(compress(format, source.chunks, stopper.signal));
    await vi.waitFor(() => expect(source.given()).toBeGreaterThan(20), 15_000);
    stopper.abort(new Error('the client has left'));
    await expect(packed).rejects.toThrow('the client has left');
    expect(source.isClosed()).toBe(true);
    await expect.poll(threads).toBeLessThanOrEqual(threadsBefore);
  });

  test('frees everything when cancelled while the consumer is paused', async () => {
    const source = endless();
    const stopper = new AbortController();
    const chunks = await beginCompressing(format, source.chunks, stopper.signal);
    stopper.abort(new Error('the client has left'));
    await vi.waitFor(() => expect(source.isClosed()).toBe(true), 15_000);
    await expect(sizeOf(chunks)).rejects.toThrow('the client has left');
  });

  test('reads nothing when cancelled before it begins', async () => {
    const source = endless();
    const signal = AbortSignal.abort(new Error('the client has left'));
    await expect(sizeOf(compress(format, source.chunks, signal))).rejects.toThrow('has left');
    expect(source.given()).toBe(0);
  });

  test('reads only a few blocks ahead of a client that is slow or has disconnected', async () => {
    const source = endless();
    for await (const _ of await beginCompressing(format, source.chunks, never())) {
      await untilItStands(source.given);
      break;
    }
    // Chunks have 64 KiB.
    expect(source.given() / 16).toBeLessThan(24);
    expect(source.isClosed()).toBe(true);
  });

  test('compresses three streams at once correctly without blocking the event loop', async () => {
    // On a busy machine, this thread may hardly run while the threads of the compressors do.
    let turns = 0;
    for (let run = 0; run < 20 && turns <= 100; run += 1) {
      let isPacking = true;
      const others = (async () => {
        for (turns = 0; isPacking && turns < 200; turns += 1) await turn();
      })();
      const sizes = await Promise.all(
        [1, 2, 3].map(() => sizeOf(compress(format, inPieces(text, 262_144), never()))),
      );
      isPacking = false;
      await others;
      expect(new Set(sizes).size).toBe(1);
    }
    // Compressing in this thread would take one or two turns for each of the 15 pieces.
    expect(turns).toBeGreaterThan(100);
  });
});
function never(): AbortSignal {
  return new AbortController().signal;
}

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Resolves when `count` has stayed the same for 100 ms. */
async function untilItStands(count: () => number): Promise<void> {
  for (let last = -1; last !== count();) {
    last = count();
    await delay(100);
  }
}

/** Yields chunks of 64 KiB of random text without end. */
function endless() {
  let count = 0;
  let closed = false;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (; ; count += 1) {
        await turn();
        yield Buffer.from(random.subarray(0, 49_152).toString('base64'));
      }
    } finally {
      closed = true;
    }
  }
  return { chunks: chunks(), given: () => count, isClosed: () => closed };
}

function textOf(bytes: number): Buffer {
  const words = ['file', 'folder', 'a', 'the', 'moved', 'into', 'without', 'loss', 'Ünïcödé', '\n'];
  const choices = randomBytes(bytes / 2);
  const all = Array.from(choices, (choice) => words[choice % words.length]).join(' ');
  return Buffer.from(all).subarray(0, bytes);
}

async function* weighed(
  chunks: AsyncIterable<Uint8Array>,
  sizes: number[],
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    sizes.push(chunk.length);
    yield chunk;
  }
}

async function sizeOf(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const chunk of chunks) size += chunk.length;
  return size;
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function unpackedHash(
  format: CompressedFormat,
  packed: AsyncIterable<Uint8Array>,
): Promise<string> {
  return format === 'tarsz' ? unsnappedHash(packed) : unpackedBy(UNPACKERS[format], packed);
}

async function unsnappedHash(packed: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  const unpacker = new Decompressor();
  for await (const chunk of packed) hash.update(unpacker.update(chunk));
  return hash.update(await unpacker.finish()).digest('hex');
}

async function unpackedBy(
  [program, ...args]: readonly [string, ...string[]],
  packed: AsyncIterable<Uint8Array>,
): Promise<string> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const hash = createHash('sha256');
  const exit = once(child, 'exit');
  await Promise.all([
    pipeline(Readable.from(packed, { objectMode: false }), child.stdin),
    pipeline(child.stdout, hash),
  ]);
  expect(await exit).toEqual([0, null]);
  return hash.digest('hex');
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}

/** Returns the number of threads of this process, including those of Node itself; 0 where it is unknown. */
function threads(): number {
  return existsSync('/proc/self/task') ? readdirSync('/proc/self/task').length : 0;
}
