import { availableParallelism } from 'node:os';
import { workerUrl } from '../../lib/worker-url.ts';
import { WorkerPool } from '../../lib/worker-pool.ts';
import type { CodecCalls, CodecName, Compressed } from './codec-worker.ts';

/** Maximum number of threads. More would not be faster for one client, and several may download at once. */
export const CODEC_THREADS = Math.min(availableParallelism(), 4);

interface Shared {
  readonly pool: WorkerPool<CodecCalls>;
  users: number;
}

const inUse = new Map<CodecName, Shared>();

export interface CodecThreads {
  /** Transfers the memory of `block` to the thread until the result is returned. */
  compress(block: Uint8Array<ArrayBuffer>): Promise<Compressed>;
  /**
   * Must be called once, when nothing is running. The last call ends the threads, each of which needs some ten
   * megabytes.
   */
  release(): Promise<void>;
}

/** Returns the threads that run a codec, and starts them if necessary. All archives of the format share them. */
export function borrowCodecThreads(codec: CodecName): CodecThreads {
  const shared = inUse.get(codec) ?? { pool: startPool(codec), users: 0 };
  inUse.set(codec, shared);
  shared.users += 1;
  return {
    compress: (block) => shared.pool.run('compress', block, { transferList: [block.buffer] }),
    async release() {
      shared.users -= 1;
      if (shared.users > 0) return;
      inUse.delete(codec);
      await shared.pool.close();
    },
  };
}

function startPool(codec: CodecName): WorkerPool<CodecCalls> {
  return new WorkerPool<CodecCalls>({
    url: workerUrl(import.meta.url, 'codec-worker'),
    size: CODEC_THREADS,
    data: codec,
  });
}
