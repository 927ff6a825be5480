import { expect, test } from 'vitest';
import { describeOnEachEngine } from '../testing/engines.ts';
import { aStoredUser } from '../testing/stored-records.ts';
import { storeSessionUses } from './session-uses.ts';
import { insertSession, listSessions } from './sessions.ts';
import { findUserById, insertUser } from './users.ts';

const NOW = 1_700_000_000_000;

describeOnEachEngine('uses of sessions', ({ open }) => {
  test('the last use of a session and when its user was there are known, and no token has to be renewed', async () => {
    const db = await open();
    const user = await db.write((tx) => insertUser(tx, aStoredUser(), NOW));
    expect(user.lastSeenAt).toBeUndefined();
    const limits = { createdAt: NOW, expiresAt: NOW + 9_000, endsAt: NOW + 9_000, device: '' };
    for (const idHash of ['phone', 'desk']) {
      const session = { idHash, userId: user.id, address: '192.0.2.1', lastUsedAt: NOW, ...limits };
      await db.write((tx) => insertSession(tx, session));
    }

    const use = { userId: user.id, address: '192.0.2.7' };
    await db.write((tx) =>
      storeSessionUses(tx, [
        { ...use, idHash: 'desk', at: NOW + 20 },
        { ...use, idHash: 'phone', at: NOW + 10 },
        { ...use, idHash: 'ended meanwhile', at: NOW + 5 },
      ]),
    );
    // Two servers on one database do not inform each other.
    await db.write((tx) => storeSessionUses(tx, [{ ...use, idHash: 'desk', at: NOW + 1 }]));

    expect(await listSessions(db.read, { userId: user.id, nowMs: NOW })).toMatchObject([
      { idHash: 'desk', lastUsedAt: NOW + 20, address: '192.0.2.7' },
      { idHash: 'phone', lastUsedAt: NOW + 10, address: '192.0.2.7' },
    ]);
    expect(await findUserById(db.read, user.id)).toEqual({ ...user, lastSeenAt: NOW + 20 });
  });
});
