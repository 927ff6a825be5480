import { type Selectable, sql } from 'kysely';
import type { Reader, Writer } from './database.ts';
import type { SessionTable } from './schema.ts';
import type { SessionUse } from './session-uses.ts';
import { type StoredUser, userFromRow } from './users.ts';

/** Times in Unix milliseconds. */
export interface StoredSession {
  /** SHA-256, in hexadecimal, of the secret id, which only the token contains. */
  readonly idHash: string;
  readonly userId: number;
  readonly createdAt: number;
  /** Time of the idle limit, which a renewal moves. */
  readonly expiresAt: number;
  /** Time of the absolute limit, which never moves. */
  readonly endsAt: number;
  /** User-Agent of the client; '' without one. */
  readonly device: string;
  /** Client address of the last use. */
  readonly address: string;
  readonly lastUsedAt: number;
}

/** A session that has not ended, and its user. */
export interface LiveSession {
  readonly session: StoredSession;
  readonly user: StoredUser;
}

export async function insertSession(tx: Writer, session: StoredSession): Promise<void> {
  await tx.insertInto('session').values(session).execute();
}

/** Counts the sessions of a user, including expired ones that have not been removed yet. */
export async function countSessionsOfUser(db: Reader, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('session')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface TrimLimits {
  /** Number of sessions that a user keeps. */
  readonly kept: number;
  /** Maximum number of sessions that are removed. */
  readonly most: number;
  /** Uses that are not stored yet, at most a hundred. */
  readonly uses?: readonly Pick<SessionUse, 'idHash' | 'at'>[];
}

/**
 * Removes sessions of the user of `added` until at most `kept` are left, including `added`. Removes those of the same
 * client as `added` first, so that a program that logs in for every call does not end the session of a browser; then
 * the least recently used ones. Removes at most `most`.
 */
export async function trimSessionsOfUser(
  tx: Writer,
  { idHash, userId, device, address }: StoredSession,
  { kept, most, uses = [] }: TrimLimits,
): Promise<void> {
  const isSameClient = sql<number>`case when ${sql.ref('device')} = ${device} and ${sql.ref('address')} = ${address} then 1 else 0 end`;
  const known = uses.map(({ idHash: used, at }) => sql`when ${used} then ${at}`);
  const lastUse =
    known.length === 0
      ? sql.ref<number>('lastUsedAt')
      : sql<number>`case ${sql.ref('idHash')} ${sql.join(known, sql` `)} else ${sql.ref('lastUsedAt')} end`;
  await tx
    .deleteFrom('session')
    .where('idHash', 'in', (sessions) =>
      sessions
        .selectFrom('session')
        .select('idHash')
        .where('userId', '=', userId)
        .where('idHash', '!=', idHash)
        .orderBy(isSameClient)
        .orderBy(lastUse, 'desc')
        .limit(most)
        .offset(kept - 1),
    )
    .execute();
}

/** Returns a session and its user in one query; undefined if it is unknown, ended or expired. */
export async function findActiveSession(
  db: Reader,
  idHash: string,
  nowMs: number,
): Promise<LiveSession | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .selectAll('user')
    .select([
      'session.createdAt as sessionCreatedAt',
      'session.expiresAt',
      'session.endsAt',
      'session.device',
      'session.address',
      'session.lastUsedAt',
    ])
    .where('session.idHash', '=', idHash)
    .where('session.expiresAt', '>', nowMs)
    .where('session.endsAt', '>', nowMs)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { sessionCreatedAt, ...columns } = row;
  const session = { ...columns, idHash, userId: row.id, createdAt: sessionCreatedAt };
  return { session: sessionFromRow(session), user: userFromRow(row) };
}

/**
 * Moves the idle limit of an active session, never backwards, because renewals can overtake each other, and never
 * beyond the absolute limit. Returns the present session; undefined if it is not active any more.
 */
export async function extendSession(
  tx: Writer,
  { idHash, expiresAt, nowMs }: { idHash: string; expiresAt: number; nowMs: number },
): Promise<StoredSession | undefined> {
  const limit = sql<number>`case
    when ${sql.ref('endsAt')} < ${expiresAt} then ${sql.ref('endsAt')}
    when ${sql.ref('expiresAt')} > ${expiresAt} then ${sql.ref('expiresAt')}
    else ${expiresAt} end`;
  const row = await tx
    .updateTable('session')
    .set({ expiresAt: limit })
    .where('idHash', '=', idHash)
    .where('expiresAt', '>', nowMs)
    .where('endsAt', '>', nowMs)
    .returningAll()
    .executeTakeFirst();
  return row && sessionFromRow(row);
}

/** Lists the active sessions of one user or of all users, the most recently used first. `limit`: maximum number. */
export async function listSessions(
  db: Reader,
  {
    userId,
    nowMs,
    limit,
  }: {
    readonly userId?: number | undefined;
    readonly nowMs: number;
    readonly limit?: number;
  },
): Promise<StoredSession[]> {
  const rows = await db
    .selectFrom('session')
    .selectAll()
    .where('expiresAt', '>', nowMs)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? 0))
    .orderBy('lastUsedAt', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.map(sessionFromRow);
}

/** Counts the active sessions. */
export async function countSessions(db: Reader, nowMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('session')
    .select((row) => row.fn.countAll().as('count'))
    .where('expiresAt', '>', nowMs)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Ends a session. Resolves with the user's id; undefined for a session that has ended, or does not belong to a given
 * `ownedBy`.
 */
export async function endSession(
  tx: Writer,
  idHash: string,
  { ownedBy }: { readonly ownedBy?: number | undefined } = {},
): Promise<number | undefined> {
  const ended = await tx
    .deleteFrom('session')
    .where('idHash', '=', idHash)
    .$if(ownedBy !== undefined, (query) => query.where('userId', '=', ownedBy ?? 0))
    .returning('userId')
    .executeTakeFirst();
  return ended?.userId;
}

export async function endSessionsOfUser(
  tx: Writer,
  userId: number,
  { except }: { except?: string | undefined } = {},
): Promise<void> {
  await tx
    .deleteFrom('session')
    .where('userId', '=', userId)
    .$if(except !== undefined, (query) => query.where('idHash', '!=', except ?? ''))
    .execute();
}

/**
 * Removes at most `most` expired sessions. Resolves with their number. The absolute limit need not be checked,
 * because the idle limit is never later.
 */
export async function removeExpiredSessions(
  tx: Writer,
  nowMs: number,
  most: number,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('idHash', 'in', (sessions) =>
      sessions
        .selectFrom('session')
        .select('idHash')
        .where('expiresAt', '<=', nowMs)
        .orderBy('expiresAt')
        .limit(most),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Converts a row. Old sessions whose uses were not recorded count as used at their start. */
function sessionFromRow(row: Selectable<SessionTable>): StoredSession {
  return {
    idHash: row.idHash,
    userId: row.userId,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    endsAt: row.endsAt,
    device: row.device ?? '',
    address: row.address ?? '',
    lastUsedAt: row.lastUsedAt ?? row.createdAt,
  };
}
