import { stat } from 'node:fs/promises';

/** Resolves when libuv's thread pool has carried out a call that no disk is needed for: when it has a thread that is not stuck. */
export async function poolAnswers(): Promise<void> {
  await stat('/proc/self');
}
