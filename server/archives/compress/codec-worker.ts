import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { workerData } from 'node:worker_threads';
import { AppError } from '../../errors.ts';
import { TransferResult, serveCalls } from '../../lib/worker-calls.ts';
import type { Codec } from './codec.ts';

/**
 * Each codec is loaded only by the threads that need it, because most of them bring a library or a WebAssembly
 * module.
 */
const CODECS = {
  bzip2: async () => (await import('./codecs/bzip2.ts')).openBzip2(),
  xz: async () => (await import('./codecs/xz.ts')).compressXz,
  lz4: async () => (await import('./codecs/lz4.ts')).compressLz4,
  snappy: async () => (await import('./codecs/snappy.ts')).openSnappy(),
  zstd: async () => (await import('./codecs/zstd.ts')).openZstd(),
} as const satisfies Record<string, () => Promise<Codec>>;
export type CodecName = keyof typeof CODECS;

// The pool starts this file with the name of a codec.
const freeNow = collector();
const compress = await load(workerData as CodecName);

export interface Compressed {
  readonly made: Uint8Array<ArrayBuffer>;
  /** The memory of the block, to be used again for the next one. */
  readonly memory: ArrayBuffer;
}

const calls = {
  compress(block: Uint8Array<ArrayBuffer>): TransferResult<Compressed> {
    const made = compress(block);
    freeNow();
    return new TransferResult({ made, memory: block.buffer }, [made.buffer, block.buffer]);
  },
};
export type CodecCalls = typeof calls;

serveCalls(calls);

/**
 * Returns a function that collects young garbage. Libraries free memory together with their JavaScript objects, which
 * are so small that V8 would let sixty megabytes pile up in each thread. Collecting the young ones takes a fraction
 * of a millisecond.
 */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  return () => {
    if (typeof collect === 'function') collect({ type: 'minor' });
  };
}

/** Loads a codec. If its library is not installed, as it is optional, each request for a block fails. */
async function load(name: CodecName): Promise<Codec> {
  try {
    return await CODECS[name]();
  } catch (cause) {
    return () => {
      throw new AppError('unsupported-type', `this server cannot write ${name}`, { cause });
    };
  }
}
