import { expect, test } from 'vitest';
import { describeOnEachEngine } from '../testing/engines.ts';
import { aStoredUser } from '../testing/stored-records.ts';
import type { Database } from './database.ts';
import {
  endSession,
  endSessionsOfUser,
  extendSession,
  findActiveSession,
  insertSession,
  listSessions,
  removeExpiredSessions,
  trimSessionsOfUser,
} from './sessions.ts';
import { setPassword } from './set-password.ts';
import { deleteUser, findUserById, insertUser } from './users.ts';

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;

describeOnEachEngine('sessions', ({ open }) => {
  test('a living session is found together with its user', async () => {
    const db = await open();
    const user = await db.write((tx) => insertUser(tx, aStoredUser(), NOW));
    const session = await start(db, user.id, 'one');

    expect(await findActiveSession(db.read, 'one', NOW)).toEqual({ session, user });
    expect(await findActiveSession(db.read, 'other', NOW)).toBeUndefined();
  });

  test('a session is over at its idle limit, and at its absolute limit', async () => {
    const db = await open();
    const user = await db.write((tx) => insertUser(tx, aStoredUser(), NOW));
    await start(db, user.id, 'idle', { expiresAt: NOW + HOUR, endsAt: NOW + 9 * HOUR });
    await start(db, user.id, 'old', { expiresAt: NOW + 9 * HOUR, endsAt: NOW + HOUR });

    for (const idHash of ['idle', 'old']) {
      expect(await findActiveSession(db.read, idHash, NOW + HOUR - 1)).toBeDefined();
      expect(await findActiveSession(db.read, idHash, NOW + HOUR)).toBeUndefined();
    }
  });

  test('renewal moves the idle limit, never back and never beyond the absolute limit', async () => {
    const db = await open();
    const user = await db.write((tx) => insertUser(tx, aStoredUser(), NOW));
    await start(db, user.id, 'one', { expiresAt: NOW + HOUR, endsAt: NOW + 5 * HOUR });
    const renew = (expiresAt: number) =>
      db.write((tx) => extendSession(tx, { idHash: 'one', expiresAt, nowMs: NOW }));

    expect((await renew(NOW + 2 * HOUR))?.expiresAt).toBe(NOW + 2 * HOUR);
    expect((await renew(NOW + HOUR))?.expiresAt).toBe(NOW + 2 * HOUR);
    expect((await renew(NOW + 9 * HOUR))?.expiresAt).toBe(NOW + 5 * HOUR);
    expect((await findActiveSession(db.read, 'one', NOW))?.session.expiresAt).toBe(NOW + 5 * HOUR);
  });

  test('a session that is over cannot be renewed', async () => {
    const db = await open();
    const user = await db.write((tx) => insertUser(tx, aStoredUser(), NOW));
    await start(db, user.id, 'one', { expiresAt: NOW + HOUR });
    const late = { idHash: 'one', expiresAt: NOW + 3 * HOUR, nowMs: NOW + HOUR };
    expect(await db.write((tx) => extendSession(tx, late))).toBeUndefined();
    expect(await findActiveSession(db.read, 'one', NOW + HOUR)).toBeUndefined();
  });

  test('ending a session ends that one only, and ending it twice is no error', async () => {
    const db = await open();
    const user = await db.write((tx) => insertUser(tx, aStoredUser(), NOW));
    await start(db, user.id, 'one');
    await start(db, user.id, 'two');
    await db.write((tx) => endSession(tx, 'one'));
    await db.write((tx) => endSession(tx, 'one'));
    expect(await living(db, ['one', 'two'])).toEqual(['two']);
  });

  test('ending all sessions of a user keeps those of others', async () => {
    const db = await open();
    const anna = await db.write((tx) => insertUser(tx, aStoredUser({ username: 'anna' }), NOW));
    const bob = await db.write((tx) => insertUser(tx, aStoredUser({ username: 'bob' }), NOW));
    await start(db, anna.id, 'a1');
    await start(db, anna.id, 'a2');
    await start(db, bob.id, 'b1');
    await db.write((tx) => endSessionsOfUser(tx, anna.id));
    expect(await living(db, ['a1', 'a2', 'b1'])).toEqual(['b1']);
  });

  test('a new password ends all other sessions', async () => {
    const db = await open();
    const user = await db.write((tx) => insertUser(tx, aStoredUser(), NOW));
    await start(db, user.id, 'here');
    await start(db, user.id, 'elsewhere');

    const change = { passwordHash: 'new', keepSession: 'here', nowMs: NOW + 1 };
    expect(await db.write((tx) => setPassword(tx, user.id, change))).toBe(true);

    expect(await living(db, ['here', 'elsewhere'])).toEqual(['here']);
    expect(await findUserById(db.read, user.id)).toMatchObject({
      passwordHash: 'new',
      updatedAt: NOW + 1,
    });
    await db.write((tx) => setPassword(tx, user.id, { passwordHash: 'newer', nowMs: NOW + 2 }));
    expect(await living(db, ['here'])).toEqual([]);
  });

  test('a password change that fails midway leaves the password and the sessions', async () => {
    const db = await open();
    const user = await db.write((tx) => insertUser(tx, aStoredUser(), NOW));
    await start(db, user.id, 'one');
    const failing = db.write(async (tx) => {
      await setPassword(tx, user.id, { passwordHash: 'new', nowMs: NOW });
      throw new Error('cut off');
    });
    await expect(failing).rejects.toThrow('cut off');
    expect(await findUserById(db.read, user.id)).toEqual(user);
    expect(await living(db, ['one'])).toEqual(['one']);
  });

  test('the sessions of a deleted user are over', async () => {
    const db = await open();
    const user = await db.write((tx) => insertUser(tx, aStoredUser(), NOW));
    await start(db, user.id, 'one');
    await db.write((tx) => deleteUser(tx, user.id));
    expect(await living(db, ['one'])).toEqual([]);
    expect(await db.read.selectFrom('session').selectAll().execute()).toEqual([]);
  });

  test('the living sessions of a user are listed, or of all, the last used first', async () => {
    const db = await open();
    const anna = await db.write((tx) => insertUser(tx, aStoredUser({ username: 'anna' }), NOW));
    const bob = await db.write((tx) => insertUser(tx, aStoredUser({ username: 'bob' }), NOW));
    await start(db, anna.id, 'older');
    await start(db, anna.id, 'over', { expiresAt: NOW });
    await start(db, anna.id, 'newer', { lastUsedAt: NOW + 5 });
    await start(db, bob.id, 'his', { lastUsedAt: NOW + 2 });

    const idsOf = async (userId?: number) =>
      (await listSessions(db.read, { userId, nowMs: NOW })).map(({ idHash }) => idHash);
    expect(await idsOf(anna.id)).toEqual(['newer', 'older']);
    expect(await idsOf()).toEqual(['newer', 'his', 'older']);
  });

  test('a user can end only own sessions', async () => {
    const db = await open();
    const anna = await db.write((tx) => insertUser(tx, aStoredUser({ username: 'anna' }), NOW));
    const bob = await db.write((tx) => insertUser(tx, aStoredUser({ username: 'bob' }), NOW));
    await start(db, bob.id, 'his');

    const end = (ownedBy: number) => db.write((tx) => endSession(tx, 'his', { ownedBy }));
    expect(await end(anna.id)).toBeUndefined();
    expect(await living(db, ['his'])).toEqual(['his']);
    expect(await end(bob.id)).toBe(bob.id);
    expect(await living(db, ['his'])).toEqual([]);
  });

  test('removes expired sessions only', async () => {
    const db = await open();
    const user = await db.write((tx) => insertUser(tx, aStoredUser(), NOW));
    await start(db, user.id, 'idle', { expiresAt: NOW });
    await start(db, user.id, 'ended', { expiresAt: NOW - 1, endsAt: NOW - 1 });
    await start(db, user.id, 'alive');
    expect(await db.write((tx) => removeExpiredSessions(tx, NOW, 1))).toBe(1);
    expect(await db.write((tx) => removeExpiredSessions(tx, NOW, 9))).toBe(1);
    expect(await living(db, ['idle', 'ended', 'alive'])).toEqual(['alive']);
  });

  test('a further session ends others: of the same client first, then those not used for the longest time', async () => {
    const db = await open();
    const user = await db.write((tx) => insertUser(tx, aStoredUser(), NOW));
    const other = await db.write((tx) => insertUser(tx, aStoredUser({ username: 'ben' }), NOW));
    await start(db, other.id, 'of another', { lastUsedAt: 1 });
    const phone = { device: 'a phone' };
    await start(db, user.id, 'unused phone', { ...phone, lastUsedAt: 2 });
    await start(db, user.id, 'phone', { ...phone, lastUsedAt: 3 });
    await start(db, user.id, 'first', { lastUsedAt: 4 });
    await start(db, user.id, 'second', { lastUsedAt: 5 });
    const added = await start(db, user.id, 'added', { lastUsedAt: 6 });
    const all = ['of another', 'unused phone', 'phone', 'first', 'second', 'added'];
    const trim = (kept: number, most = 9) =>
      db.write((tx) => trimSessionsOfUser(tx, added, { kept, most }));

    await trim(5);
    expect(await living(db, all)).toEqual(all);
    await trim(4);
    expect(await living(db, all)).toEqual(all.filter((id) => id !== 'first'));
    await trim(2);
    expect(await living(db, all)).toEqual(['of another', 'phone', 'added']);
  });
});

async function start(
  db: Database,
  userId: number,
  idHash: string,
  differing: { expiresAt?: number; endsAt?: number; lastUsedAt?: number; device?: string } = {},
) {
  const session = {
    idHash,
    userId,
    createdAt: NOW,
    expiresAt: NOW + HOUR,
    endsAt: NOW + 2 * HOUR,
    device: 'a browser',
    address: '192.0.2.1',
    lastUsedAt: NOW,
    ...differing,
  };
  await db.write((tx) => insertSession(tx, session));
  return session;
}

async function living(db: Database, idHashes: string[]): Promise<string[]> {
  const found = await Promise.all(
    idHashes.map((idHash) => findActiveSession(db.read, idHash, NOW)),
  );
  return idHashes.filter((_, at) => found[at] !== undefined);
}
