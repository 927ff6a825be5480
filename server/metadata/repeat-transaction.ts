import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailable } from './database-unavailable.ts';
import { ConnectionLost, isConflict, isTooSlow } from './postgres-failures.ts';

export interface RepeatOptions {
  /** True if the work may be stored twice without harm. */
  readonly isIdempotent: boolean;
  /** Time for which a transaction whose connection was lost is repeated. Milliseconds. */
  readonly repeatMs: number;
}

const MAX_CONFLICTS = 8;
/** Maximum pause after the first conflict. It grows with the number of conflicts, and the pause is a random part of it. Milliseconds. */
const CONFLICT_PAUSE_MS = 20;

/**
 * Runs a transaction until it is stored, while that is safe: when the server has rolled it back because of a conflict with another
 * one, or when the connection was lost before the commit was sent. After that it may have been stored, and only idempotent work is repeated.
 */
export async function repeatTransaction<T>(
  attempt: () => Promise<T>,
  { isIdempotent, repeatMs }: RepeatOptions,
): Promise<T> {
  const untilMs = performance.now() + repeatMs;
  let outcome: DatabaseUnavailable['outcome'] = 'not-stored';
  for (let conflicts = 0; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof ConnectionLost) {
        if (error.during === 'commit') outcome = 'unknown';
        const mayRepeat = error.during === 'work' || isIdempotent;
        if (!mayRepeat || performance.now() >= untilMs) throw unavailable(error, outcome);
      } else if (isConflict(error)) {
        conflicts += 1;
        if (conflicts > MAX_CONFLICTS) throw unavailable(error, outcome);
        await delay(Math.random() * CONFLICT_PAUSE_MS * conflicts);
      } else if (isTooSlow(error) || error instanceof DatabaseUnavailable) {
        throw unavailable(error, outcome);
      } else {
        throw error;
      }
    }
  }
}

function unavailable(cause: unknown, outcome: DatabaseUnavailable['outcome']): DatabaseUnavailable {
  return new DatabaseUnavailable('the database did not store the work', { cause, outcome });
}
