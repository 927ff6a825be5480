import { createHash } from 'node:crypto';
import type { ChecksumAlgorithm } from '#contract/files.ts';
import { AppError } from '../../../errors.ts';
import { TaskPool } from '../../../lib/task-pool.ts';
import { workerUrl } from '../../../lib/worker-url.ts';
import type { Checksums, GrowingDigest } from '../../driver.ts';
import { READ_MS } from '../deadlines.ts';
import { LocalGrowingDigest } from './growing-digest.ts';
import type { HashInput } from './hash-file.ts';
import type { HashTasks } from './hash-worker.ts';

/** Number of threads. The files that are hashed on one thread take turns. */
const THREADS = 2;
/** Maximum number of requests for checksums at the same time. */
const MAX_RUNNING = 16;

/** Hashes files in threads of its own, so that a checksum of a terabyte delays neither listings nor copies nor other checksums. */
export class LocalChecksums {
  readonly #pool = new TaskPool<HashTasks>({
    url: workerUrl(import.meta.url, 'hash-worker'),
    size: THREADS,
    data: undefined,
  });
  #running = 0;

  /** Throws `too-many-requests` if many are running. `onEnded` is called when the descriptor is not used any more. */
  async hash(input: HashInput, signal: AbortSignal, onEnded?: () => void): Promise<Checksums> {
    if (this.#running >= MAX_RUNNING) {
      onEnded?.();
      throw new AppError('too-many-requests', 'too many checksums at once');
    }
    this.#running += 1;
    try {
      return await this.#pool.run('hashFile', input, { signal, deadlineMs: READ_MS, onEnded });
    } finally {
      this.#running -= 1;
    }
  }

  /** Begins the SHA-256 of a file that is being written. Owns the descriptor, and calls `close` when it is not used any more. */
  grow(fd: number, close: () => void): GrowingDigest {
    return new LocalGrowingDigest(this.#pool, fd, close);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** Hashes bytes that are in memory: sending them to a thread would take longer. */
export function checksumsOfBytes(
  bytes: Uint8Array,
  algorithms: readonly ChecksumAlgorithm[],
): Checksums {
  return Object.fromEntries(
    algorithms.map((algorithm) => [algorithm, createHash(algorithm).update(bytes).digest('hex')]),
  );
}
