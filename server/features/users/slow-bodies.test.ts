import { expect, test } from 'vitest';
import { endSessionsOfUser } from '../../metadata/sessions.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';
import { findUserById, findUserByName, updateUser } from '../../metadata/users.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { openRequest } from '../../testing/open-request.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const PLAIN = { ...aStoredUser().perm, share: true, download: true };
const ADMIN = { ...PLAIN, admin: true };

/** Sends the first half of a body, and the second after `meanwhile`. */
async function sendAround(
  app: TestApp,
  [method, path]: readonly [string, string],
  { who, body, meanwhile }: { who: Client; body: object; meanwhile: () => Promise<unknown> },
): Promise<number | undefined> {
  const text = JSON.stringify(body);
  const asked = openRequest(method, app.url + path, {
    'x-auth': who.token ?? '',
    'content-length': text.length,
  });
  await asked.send(text.slice(0, 10));
  // Until it has been let in, which a request that is sent later is after it.
  await who.get('/api/sessions');
  await meanwhile();
  await asked.send(text.slice(10));
  asked.end();
  return asked.status;
}

async function start(app: TestApp) {
  await app.addUser({ username: 'another', perm: ADMIN });
  const who = await app.logIn({ username: 'boss', perm: ADMIN });
  const user = await findUserByName(app.db.read, 'boss');
  if (user === undefined) throw new Error('there is no boss');
  const become = (perm: typeof PLAIN) => () =>
    app.db.write((tx) => updateUser(tx, user.id, { changes: { perm }, nowMs: Date.now() }));
  return { who, id: user.id, become };
}

test('an administrator who is demoted while the body arrives changes nothing', async () => {
  await using app = await startTestApp();
  const { who, id, become } = await start(app);
  const demote = become({ ...PLAIN, admin: false });
  const perm = { what: 'user', which: ['perm'], data: { perm: ADMIN } };

  const promoted = await sendAround(app, ['PUT', `/api/users/${id}`], {
    who,
    body: perm,
    meanwhile: demote,
  });
  expect(promoted).toBe(403);
  expect((await findUserById(app.db.read, id))?.perm.admin).toBe(false);

  await become(ADMIN)();
  const settings = { signup: true };
  const changed = await sendAround(app, ['PUT', '/api/settings'], {
    who,
    body: settings,
    meanwhile: demote,
  });
  expect(changed).toBe(403);
  expect((await readGlobalSettings(app.db.read)).signup).toBe(false);
});

test('a user whose session ends while the body arrives changes nothing', async () => {
  await using app = await startTestApp();
  const { who, id } = await start(app);
  const end = () => app.db.write((tx) => endSessionsOfUser(tx, id));
  const body = { what: 'user', which: ['username'], data: { username: 'still-boss' } };

  expect(await sendAround(app, ['PUT', `/api/users/${id}`], { who, body, meanwhile: end })).toBe(
    401,
  );
  expect((await findUserById(app.db.read, id))?.username).toBe('boss');
});

test('a user who loses the permission while the body arrives creates no share', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'a' } });
  const { who, become } = await start(app);
  const forbid = become({ ...PLAIN, share: false });

  const body = { expires: '1', unit: 'days', password: '' };
  expect(
    await sendAround(app, ['POST', '/api/share/a.txt'], { who, body, meanwhile: forbid }),
  ).toBe(403);
});
