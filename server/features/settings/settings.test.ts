import { expect, test } from 'vitest';
import { readValues } from '../../config/read-values.ts';
import { fromStored } from '../../config/sources.ts';
import { readServerSettings } from '../../metadata/settings.ts';
import { startTestApp, TRASH, VERSIONS, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const ADMIN = { username: 'root', perm: { ...aStoredUser().perm, admin: true } };

async function settingsOf(admin: Client): Promise<Record<string, unknown>> {
  const reply = await admin.get('/api/settings');
  expect(reply.status).toBe(200);
  return JSON.parse(reply.text) as Record<string, unknown>;
}

function put(client: Client, settings: unknown) {
  return client.put('/api/settings', { body: JSON.stringify(settings) });
}

async function pageOf(app: TestApp): Promise<string> {
  return (await app.visitor.get('/')).text;
}

test('an administrator reads the settings, and nothing that is for the command line only', async () => {
  await using app = await startTestApp();
  const admin = await app.logIn(ADMIN);
  const settings = await settingsOf(admin);
  expect(Object.keys(settings).sort()).toEqual([
    'authMethod',
    'branding',
    'commands',
    'createUserDir',
    'defaults',
    'fixed',
    'foldersWithoutVersions',
    'hideLoginButton',
    'minimumPasswordLength',
    'retention',
    'rules',
    'shell',
    'signup',
    'tus',
    'userHomeBasePath',
  ]);
});

test('are readable and writable by administrators only', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  expect((await anna.get('/api/settings')).status).toBe(403);
  expect((await put(anna, { signup: true })).status).toBe(403);
  expect((await app.visitor.get('/api/settings')).status).toBe(401);
  expect((await put(app.visitor, { signup: true })).status).toBe(401);
  expect(await pageOf(app)).toContain('"Signup":false');
});

test('apply changes at once, and keep values that are not sent', async () => {
  await using app = await startTestApp({ files: { '/secret/a.txt': 'a' } });
  const admin = await app.logIn(ADMIN);
  const anna = await app.logIn();
  const before = await settingsOf(admin);
  expect((await anna.get('/api/resources/secret/a.txt')).status).toBe(200);

  const rules = [{ regex: false, allow: false, path: '/secret', regexp: null }];
  const reply = await put(admin, { rules, branding: { name: 'Shop' } });

  expect([reply.status, reply.text]).toEqual([200, '200 OK\n']);
  expect((await anna.get('/api/resources/secret/a.txt')).status).toBe(403);
  expect(await pageOf(app)).toContain('<title>Shop</title>');
  expect(await settingsOf(admin)).toEqual({
    ...before,
    rules,
    branding: { ...(before['branding'] as object), name: 'Shop' },
  });
});

test('accept our own response, and keep the auth method', async () => {
  await using app = await startTestApp();
  const admin = await app.logIn(ADMIN);
  const before = await settingsOf(admin);
  expect((await put(admin, { ...before, authMethod: 'noauth' })).status).toBe(200);
  expect(await settingsOf(admin)).toEqual(before);
});

test('refuse with the name of the field, and store nothing', async () => {
  await using app = await startTestApp();
  const admin = await app.logIn(ADMIN);
  const before = await settingsOf(admin);
  const bad = [
    [
      { signup: true, branding: { color: 'red' } },
      'branding.color: has to be a colour such as #2979ff',
    ],
    [{ signup: true, key: 'AAAA' }, 'key: is not a setting'],
    [{ signup: true, tus: { retryCount: 70_000 } }, 'tus.retryCount: has to be at most 65535'],
    [
      { signup: true, rules: [{ regex: true, allow: true, path: '', regexp: { raw: '(' } }] },
      'rules.0: the pattern cannot be read: missing closing ): `(`',
    ],
  ] as const;
  for (const [sent, reason] of bad) {
    const reply = await put(admin, sent);
    expect([reply.status, reply.text]).toEqual([400, `400 Bad Request (${reason})\n`]);
  }
  expect((await admin.put('/api/settings', { body: '{' })).status).toBe(400);
  expect((await admin.put('/api/settings', { body: '' })).text).toBe('400 Bad Request (EOF)\n');
  expect(await settingsOf(admin)).toEqual(before);
});

test('keep concurrent changes of different fields', async () => {
  await using app = await startTestApp();
  const admin = await app.logIn(ADMIN);
  const other = await app.logIn({ ...ADMIN, username: 'other' });
  await Promise.all([
    put(admin, { branding: { name: 'Shop' } }),
    put(other, { branding: { color: '#123456' } }),
    put(admin, { signup: true }),
    put(other, { tus: { retryCount: 9 } }),
  ]);
  expect(await settingsOf(admin)).toMatchObject({
    signup: true,
    branding: { name: 'Shop', color: '#123456' },
    tus: { chunkSize: 10_485_760, retryCount: 9 },
  });
});

test('settings of the trash and of versions apply at once, and to the next start', async () => {
  await using app = await startTestApp({
    files: { '/a.txt': 'a', '/b.txt': 'b' },
    config: { trash: TRASH, versions: VERSIONS },
  });
  const admin = await app.logIn(ADMIN);
  expect((await settingsOf(admin))['retention']).toEqual({
    trash: true,
    trashRetention: 30,
    trashLimit: 10,
    versions: true,
    versionLimit: 10,
    versionRetention: 30,
  });
  const retention = { trash: false, versionLimit: 3, versionRetention: 90 };
  expect((await put(admin, { retention })).status).toBe(200);
  expect((await settingsOf(admin))['retention']).toMatchObject(retention);
  expect(await pageOf(app)).toContain('"Trash":false');
  const deleted = await admin.delete('/api/resources/a.txt');
  expect([deleted.status, deleted.headers['x-trashed']]).toEqual([204, undefined]);
  const versions = await admin.get('/api/versions/b.txt');
  expect(versions.json()).toMatchObject({ most: 3, keptMs: 90 * 86_400_000 });
  // As `config set` stores them, with which the next start reads them.
  const stored = await readServerSettings(app.db.read);
  expect(stored).toEqual({ trash: false, versionLimit: 3, versionRetention: '90d' });
  expect(readValues(fromStored(stored)).values).toMatchObject({
    trash: false,
    trashLimit: 10,
    versionLimit: 3,
    versionRetention: 90 * 86_400_000,
  });
});

test('settings of the trash and of versions are refused when they make no sense, or the start has set them', async () => {
  await using app = await startTestApp({ config: { trash: TRASH, fixedSettings: ['trash'] } });
  const admin = await app.logIn(ADMIN);
  expect((await settingsOf(admin))['fixed']).toEqual(['trash']);
  const refused = [
    [{ trash: false }, 'retention.trash: is set by a flag'],
    [{ trashLimit: 0 }, 'retention.trashLimit: has to be a whole number from 1 to 100'],
    [{ trashRetention: 0 }, 'retention.trashRetention: has to be more than 0'],
    [{ versionLimit: 1.5 }, 'retention.versionLimit: has to be a whole number from 1 to 1000'],
    [{ bin: true }, 'retention.bin: is not a setting'],
  ] as const;
  for (const [retention, reason] of refused) {
    const reply = await put(admin, { signup: true, retention });
    expect(reply.status).toBe(400);
    expect(reply.text).toContain(reason);
  }
  const all = await settingsOf(admin);
  expect(all['signup']).toBe(false);
  // Clients send back everything that they have got.
  expect((await put(admin, all)).status).toBe(200);
  expect(await readServerSettings(app.db.read)).toEqual({});
});
