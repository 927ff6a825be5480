import { AppError } from '../../errors.ts';
import { TaskPool } from '../../lib/task-pool.ts';
import { workerUrl } from '../../lib/worker-url.ts';
import { READ_MS } from '../../storage/local/deadlines.ts';
import type { Checksums, HashInput } from '../../storage/local/hash-file.ts';
import type { HashTasks } from './hash-worker.ts';

/** So many files are read at once; those who take turns with them each have a file open. */
const THREADS = 2;
const MOST_UNDER_WAY = 16;

export interface HashPool {
  /** `too-many-requests` when many are under way. `onEnded` is called when the descriptor is not used any more. */
  hash(input: HashInput, signal: AbortSignal, onEnded?: () => void): Promise<Checksums>;
  close(): Promise<void>;
}

/** Threads of their own: a checksum of a terabyte holds up neither listings nor copies, nor the next checksum. */
export function createHashPool(): HashPool {
  const pool = new TaskPool<HashTasks>({
    url: workerUrl(import.meta.url, 'hash-worker'),
    size: THREADS,
    data: undefined,
  });
  let underWay = 0;
  return {
    async hash(input, signal, onEnded) {
      if (underWay >= MOST_UNDER_WAY) {
        onEnded?.();
        throw new AppError('too-many-requests', 'too many checksums at once');
      }
      underWay += 1;
      try {
        return await pool.run('hashFile', input, { signal, deadlineMs: READ_MS, onEnded });
      } finally {
        underWay -= 1;
      }
    },
    close: () => pool.close(),
  };
}
