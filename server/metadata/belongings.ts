import type { Reader } from './database.ts';
import { listShares } from './shares.ts';
import { listUnfinishedUploadsOf } from './uploads.ts';

/** How much goes with a user. */
export interface Belongings {
  /** Living ones. */
  readonly sessions: number;
  /** Those that have not ended. */
  readonly links: number;
  /** Unfinished ones. */
  readonly uploads: number;
}

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
    .where('endsAt', '>', nowMs)
    .executeTakeFirstOrThrow();
  const links = await listShares(db, { userId, nowMs });
  const uploads = await listUnfinishedUploadsOf(db, userId);
  return { sessions, links: links.length, uploads: uploads.length };
}
