import { codeOf } from './dialect.ts';

/**
 * SQLSTATEs after which the connection is of no use: class 08 (connection exceptions), 57P01 to 57P05 (the server stops,
 * has crashed, starts, the database was dropped, the session was idle for too long), 25P03 (a transaction was idle for too long) and
 * 25006 (the server has become a read-only standby).
 */
const LOST_CONNECTION = /^(?:08...|57P0[1-5]|25P03|25006)$/;

/** serialization_failure and deadlock_detected: the server has rolled back, and the same work may succeed now. */
const CONFLICTS = new Set(['40001', '40P01']);

/** query_canceled (here: by the statement timeout) and lock_not_available. */
const TOO_SLOW = new Set(['57014', '55P03']);

/** Returns true if the connection of a failed statement cannot be used any more. */
export function isLostConnection(error: unknown): boolean {
  return LOST_CONNECTION.test(codeOf(error));
}

/** Returns true if a transaction was rolled back because of another one, and may be repeated. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(codeOf(error));
}

/** Returns true if a statement or a lock took too long. */
export function isTooSlow(error: unknown): boolean {
  return TOO_SLOW.has(codeOf(error));
}

/** Thrown for a statement whose connection was lost. After `commit` was sent it is not known whether the work was stored. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
  readonly during: 'work' | 'commit';

  constructor(during: ConnectionLost['during'], cause: unknown) {
    super(`the connection to the database was lost during ${during}`, { cause });
    this.during = during;
  }
}
