import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { workerData } from 'node:worker_threads';
import { AppError } from '../../errors.ts';
import { TransferResult, serveJobs } from '../../lib/worker-jobs.ts';
import type { Codec } from './codec.ts';

/** Each is loaded by the threads that need it only: most of them bring a library or a machine of their own. */
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
  /** Where the block was, for the next one. */
  readonly memory: ArrayBuffer;
}

const jobs = {
  compress(block: Uint8Array<ArrayBuffer>): TransferResult<Compressed> {
    const made = compress(block);
    freeNow();
    return new TransferResult({ made, memory: block.buffer }, [made.buffer, block.buffer]);
  },
};
export type CodecJobs = typeof jobs;

serveJobs(jobs);

/**
 * Libraries give back memory that is freed with the objects for it, and those are so small that V8 would let sixty
 * megabytes of them pile up in each thread. Collecting the young ones takes a fraction of a millisecond.
 */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  return () => {
    if (typeof collect === 'function') collect({ type: 'minor' });
  };
}

/** A library that is missing, as an optional one may be, is told to whoever asks for a block. */
async function load(name: CodecName): Promise<Codec> {
  try {
    return await CODECS[name]();
  } catch (cause) {
    return () => {
      throw new AppError('unsupported-type', `this server cannot write ${name}`, { cause });
    };
  }
}
