import { AppError } from '../../errors.ts';
import { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';

/**
 * Limits how many blocks of all archives are in libuv's thread pool. It has four threads, which also read files and
 * check passwords, so one of them stays free however many cores the machine has.
 */
const limiter = new ConcurrencyLimiter({ maxConcurrent: 3, maxQueued: 256 });

/** Runs `work`, which takes some milliseconds in libuv's thread pool, when a slot is free. */
export async function inLibuvTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = await limiter.run(async () => ({ result: await work() }));
  if (turn === undefined) throw new AppError('too-many-requests', 'too many archives at once');
  return turn.result;
}
