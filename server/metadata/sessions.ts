import { sql } from 'kysely';
import type { Reader, Writer } from './database.ts';
import { type StoredUser, userFromRow } from './users.ts';

/** Times in Unix milliseconds. */
export interface StoredSession {
  /** SHA-256, in hex, of the secret id that only the token holds. */
  readonly idHash: string;
  readonly userId: number;
  readonly createdAt: number;
  /** The idle limit; renewal moves it. */
  readonly expiresAt: number;
  /** The absolute limit; nothing moves it. */
  readonly endsAt: number;
}

export interface LiveSession {
  readonly session: StoredSession;
  readonly user: StoredUser;
}

export async function insertSession(tx: Writer, session: StoredSession): Promise<void> {
  await tx.insertInto('session').values(session).execute();
}

/** The session and whose it is, in one question; undefined when it is unknown, ended or expired. */
export async function findLiveSession(
  db: Reader,
  idHash: string,
  nowMs: number,
): Promise<LiveSession | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .selectAll('user')
    .select(['session.createdAt as sessionCreatedAt', 'session.expiresAt', 'session.endsAt'])
    .where('session.idHash', '=', idHash)
    .where('session.expiresAt', '>', nowMs)
    .where('session.endsAt', '>', nowMs)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { sessionCreatedAt, expiresAt, endsAt } = row;
  return {
    session: { idHash, userId: row.id, createdAt: sessionCreatedAt, expiresAt, endsAt },
    user: userFromRow(row),
  };
}

/**
 * Moves the idle limit of a living session, never back (renewals overtake each other) and never beyond
 * its absolute one. Gives the session as it now stands; undefined when it lives no more.
 */
export async function extendSession(
  tx: Writer,
  { idHash, expiresAt, nowMs }: { idHash: string; expiresAt: number; nowMs: number },
): Promise<StoredSession | undefined> {
  const limit = sql<number>`case
    when ${sql.ref('endsAt')} < ${expiresAt} then ${sql.ref('endsAt')}
    when ${sql.ref('expiresAt')} > ${expiresAt} then ${sql.ref('expiresAt')}
    else ${expiresAt} end`;
  return await tx
    .updateTable('session')
    .set({ expiresAt: limit })
    .where('idHash', '=', idHash)
    .where('expiresAt', '>', nowMs)
    .where('endsAt', '>', nowMs)
    .returningAll()
    .executeTakeFirst();
}

/** Ending what has ended is not an error. */
export async function endSession(tx: Writer, idHash: string): Promise<void> {
  await tx.deleteFrom('session').where('idHash', '=', idHash).execute();
}

export async function endSessionsOfUser(
  tx: Writer,
  userId: number,
  { except }: { except?: string | undefined } = {},
): Promise<void> {
  await tx
    .deleteFrom('session')
    .where('userId', '=', userId)
    .$if(except !== undefined, (those) => those.where('idHash', '!=', except ?? ''))
    .execute();
}

/** How many were removed. */
export async function removeExpiredSessions(tx: Writer, nowMs: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where((is) => is.or([is('expiresAt', '<=', nowMs), is('endsAt', '<=', nowMs)]))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
