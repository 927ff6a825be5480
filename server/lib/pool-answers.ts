import { stat } from 'node:fs/promises';

/** Resolves when libuv's thread pool has executed a call that needs no disk, which proves that not all of its threads are stuck. */
export async function poolAnswers(): Promise<void> {
  await stat('/proc/self');
}
