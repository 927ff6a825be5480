import type { Reader } from './database.ts';
import { countShares } from './shares.ts';

/** Numbers of items that are deleted together with a user. */
export interface Belongings {
  /** Number of active sessions. */
  readonly sessions: number;
  /** Number of shares that have not expired. */
  readonly shares: number;
  /** Number of incomplete uploads. */
  readonly uploads: number;
}

/** Counts the items that would be deleted together with a user. */
export async function countBelongings(
  db: Reader,
  userId: number,
  nowMs: number,
): Promise<Belongings> {
  const { sessions } = await db
    .selectFrom('session')
    .select((is) => is.fn.countAll<number>().as('sessions'))
    .where('userId', '=', userId)
    .where('expiresAt', '>', nowMs)
    .executeTakeFirstOrThrow();
  const shares = await countShares(db, { userId, nowMs });
  const { uploads } = await db
    .selectFrom('upload')
    .select((is) => is.fn.countAll<number>().as('uploads'))
    .where('userId', '=', userId)
    .where('finishedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return { sessions, shares, uploads };
}
