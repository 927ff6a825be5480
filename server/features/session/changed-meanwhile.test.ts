import { randomBytes } from 'node:crypto';
import { hashSync } from 'bcryptjs';
import { expect, test } from 'vitest';
import { checkPassword, hashPassword } from '../../access/passwords.ts';
import { createLogger } from '../../logger.ts';
import { listSessions } from '../../metadata/sessions.ts';
import { setPassword } from '../../metadata/set-password.ts';
import { deleteUser, findUserById } from '../../metadata/users.ts';
import { PASSWORD, startTestApp, type TestApp } from '../../testing/app.ts';
import { SessionUses } from './session-uses.ts';
import { startSession } from './sessions.ts';
import { rehash } from './auth-methods/stored-password.ts';

const CLIENT = { device: 'a browser', address: '192.0.2.1' };
const WRONG = { code: 'wrong-credentials' };

function serviceOf({ db }: TestApp) {
  const uses = new SessionUses({ db, log: createLogger({ kind: 'off' }) });
  const limits = { idleMs: 60_000, maxAgeMs: 60_000 };
  return { db, signingKey: randomBytes(64), limits, uses, purgeTime: Date.now };
}

async function change(app: TestApp, id: number, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await app.db.write((tx) => setPassword(tx, id, { passwordHash, nowMs: Date.now() }));
}

test('a login that overlaps with a change of the password creates no session', async () => {
  await using app = await startTestApp();
  const found = await app.addUser();
  await change(app, found.id, 'another long password');

  await expect(startSession(serviceOf(app), found, CLIENT)).rejects.toMatchObject(WRONG);
  expect(await listSessions(app.db.read, { nowMs: Date.now() })).toEqual([]);
});

test('a user who is removed during the login is refused like an unknown one', async () => {
  await using app = await startTestApp();
  const found = await app.addUser();
  await app.db.write((tx) => deleteUser(tx, found.id));

  await expect(startSession(serviceOf(app), found, CLIENT)).rejects.toMatchObject(WRONG);
});

test('a login with an old hash never restores a changed password', async () => {
  await using app = await startTestApp();
  const found = await app.addUser({ passwordHash: hashSync(PASSWORD, 4) });
  await change(app, found.id, 'another long password');

  await expect(rehash(app.db, found, PASSWORD)).rejects.toMatchObject(WRONG);
  const stored = await findUserById(app.db.read, found.id);
  expect(await checkPassword(stored?.passwordHash, 'another long password')).toBe('right');
});

test('both of two concurrent first logins with an old hash succeed', async () => {
  await using app = await startTestApp();
  const found = await app.addUser({ passwordHash: hashSync(PASSWORD, 4) });

  const both = [await rehash(app.db, found, PASSWORD), await rehash(app.db, found, PASSWORD)];

  for (const user of both) {
    expect(await startSession(serviceOf(app), user, CLIENT)).toHaveProperty('token');
  }
});
