import type { Reader, Writer } from './database.ts';

export interface StoredInvitation {
  readonly userId: number;
  /** SHA-256 of the token, in hexadecimal. */
  readonly tokenHash: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/** Stores the invitation of a user in place of the previous one. */
export async function replaceInvitation(tx: Writer, invitation: StoredInvitation): Promise<void> {
  const { tokenHash, expiresAt } = invitation;
  await tx
    .insertInto('invitation')
    .values(invitation)
    .onConflict((taken) => taken.column('userId').doUpdateSet({ tokenHash, expiresAt }))
    .execute();
}

/** Finds the user of an invitation that has not expired. */
export async function findInvited(
  db: Reader,
  tokenHash: string,
  nowMs: number,
): Promise<{ readonly username: string } | undefined> {
  return db
    .selectFrom('invitation')
    .innerJoin('user', 'user.id', 'invitation.userId')
    .select('user.username')
    .where('invitation.tokenHash', '=', tokenHash)
    .where('invitation.expiresAt', '>', nowMs)
    .executeTakeFirst();
}

/** Deletes an invitation that has not expired, and returns the id of its user. Of two callers at once, one gets undefined. */
export async function takeInvitation(
  tx: Writer,
  tokenHash: string,
  nowMs: number,
): Promise<number | undefined> {
  const taken = await tx
    .deleteFrom('invitation')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', nowMs)
    .returning('userId')
    .executeTakeFirst();
  return taken?.userId;
}

/** Deletes the invitation of a user, if there is one. */
export async function removeInvitation(tx: Writer, userId: number): Promise<void> {
  await tx.deleteFrom('invitation').where('userId', '=', userId).execute();
}

/** Deletes expired invitations, which are at most as many as there are users. */
export async function removeExpiredInvitations(
  tx: Writer,
  nowMs: number,
  most: number,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('invitation')
    .where('userId', 'in', (expired) =>
      expired.selectFrom('invitation').select('userId').where('expiresAt', '<=', nowMs).limit(most),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
