import type { Writer } from './database.ts';
import { removeInvitation } from './invitations.ts';
import { endSessionsOfUser } from './sessions.ts';

export interface PasswordChange {
  readonly passwordHash: string;
  /** `idHash` of the session that is not ended, usually that of the request. */
  readonly keepSession?: string | undefined;
  readonly nowMs: number;
}

/** Stores the hash, and ends the user's sessions and invitation. Resolves with false if the user does not exist. */
export async function setPassword(
  tx: Writer,
  userId: number,
  { passwordHash, keepSession, nowMs }: PasswordChange,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user')
    .set({ passwordHash, updatedAt: nowMs })
    .where('id', '=', userId)
    .executeTakeFirst();
  await endSessionsOfUser(tx, userId, { except: keepSession });
  await removeInvitation(tx, userId);
  return numUpdatedRows > 0n;
}
