import { AppError } from '../../errors.ts';
import { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';

/**
 * Limits the number of blocks of all archives in libuv's thread pool. The pool has four threads by default, which also read
 * files and check passwords, so one of them stays free.
 */
const limiter = new ConcurrencyLimiter({ maxConcurrent: 3, maxQueued: 256 });

/** Runs `work`, which takes some milliseconds in libuv's thread pool, when a slot is free. */
export async function withLibuvSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = await limiter.run(async () => ({ result: await work() }));
  if (done === undefined) throw new AppError('too-many-requests', 'too many archives at once');
  return done.result;
}
