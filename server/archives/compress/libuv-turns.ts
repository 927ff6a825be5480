import { AppError } from '../../errors.ts';
import { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';

/**
 * So many blocks of all archives together are in libuv's pool. It has four threads, which read files and check
 * passwords as well: one of them is left free, however many cores there are.
 */
const gate = new ConcurrencyLimiter({ maxConcurrent: 3, maxQueued: 256 });

/** Runs `work`, some milliseconds in libuv's pool, when it is its turn. */
export async function inLibuvTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = await gate.run(async () => ({ result: await work() }));
  if (turn === undefined) throw new AppError('too-many-requests', 'too many archives at once');
  return turn.result;
}
