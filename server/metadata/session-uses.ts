import type { Writer } from './database.ts';
import { touchUser } from './users.ts';

/** A use of a session. */
export interface SessionUse {
  readonly idHash: string;
  readonly userId: number;
  readonly address: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/**
 * Stores when and from where sessions were last used, and when their users were last seen; never an earlier time than
 * the stored one. Locks users before sessions, as a change of a password does, and rows of each kind in one order.
 */
export async function storeSessionUses(tx: Writer, uses: readonly SessionUse[]): Promise<void> {
  for (const [userId, at] of lastUseOfUsers(uses)) await touchUser(tx, userId, at);
  const inOrder = uses.toSorted((one, other) => (one.idHash < other.idHash ? -1 : 1));
  for (const { idHash, address, at } of inOrder) {
    await tx
      .updateTable('session')
      .set({ lastUsedAt: at, address })
      .where('idHash', '=', idHash)
      .where((is) => is.or([is('lastUsedAt', 'is', null), is('lastUsedAt', '<', at)]))
      .execute();
  }
}

/** Returns the last use of each user, ordered by user ID. */
function lastUseOfUsers(uses: readonly SessionUse[]): (readonly [userId: number, at: number])[] {
  const last = new Map<number, number>();
  for (const { userId, at } of uses) last.set(userId, Math.max(at, last.get(userId) ?? 0));
  return [...last].sort(([one], [other]) => one - other);
}
