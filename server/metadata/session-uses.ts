import type { Writer } from './database.ts';
import { touchUser } from './users.ts';

/** That a session was used. */
export interface SessionUse {
  readonly idHash: string;
  readonly userId: number;
  readonly address: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** Stores when and from where sessions were last used, and that their users were there; never an earlier time than what is stored. */
export async function storeSessionUses(tx: Writer, uses: readonly SessionUse[]): Promise<void> {
  const lastOfUser = new Map<number, number>();
  for (const { idHash, userId, address, at } of uses) {
    await tx
      .updateTable('session')
      .set({ lastUsedAt: at, address })
      .where('idHash', '=', idHash)
      .where((is) => is.or([is('lastUsedAt', 'is', null), is('lastUsedAt', '<', at)]))
      .execute();
    lastOfUser.set(userId, Math.max(at, lastOfUser.get(userId) ?? 0));
  }
  for (const [userId, at] of lastOfUser) await touchUser(tx, userId, at);
}
