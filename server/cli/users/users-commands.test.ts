import { mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { User } from '#contract/users.ts';
import { acceptInvitation, invitedUser } from '../../administration/users/invite-user.ts';
import { checkPassword } from '../../access/passwords.ts';
import { openDatabase } from '../../metadata/database.ts';
import { insertSession, listSessions } from '../../metadata/sessions.ts';
import {
  readGlobalSettings,
  writeGlobalSettings,
  writeServerSettings,
} from '../../metadata/settings.ts';
import { insertUser, listUsers, type StoredUser } from '../../metadata/users.ts';
import { runCli } from '../../testing/cli.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const GOOD = 'a long test password';
const HASH = '$2a$10$gMZOSCsn7exatvDM19SgrOOnWh38hPFdUM4UEB43jD2A.jK82vxEO';
const { perm } = aStoredUser();
const ALL = { ...perm, admin: true };

let folder = '';
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'filebrowser-users-')));
  await mkdir(join(folder, 'srv'));
  await using database = await opened();
  await database.write(async (tx) => {
    await writeServerSettings(tx, { root: 'srv' });
    await insertUser(
      tx,
      aStoredUser({ username: 'admin', perm: ALL, passwordHash: HASH }),
      Date.now(),
    );
  });
});
afterEach(() => rm(folder, { recursive: true }));

function run(...words: string[]) {
  return runCli(words, { folder });
}

async function opened() {
  const database = await openDatabase({ kind: 'sqlite', file: join(folder, 'filebrowser.db') });
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}

async function stored(username: string): Promise<StoredUser | undefined> {
  await using database = await opened();
  return (await listUsers(database.read)).find((user) => user.username === username);
}

async function logIn(userId: number): Promise<void> {
  await using database = await opened();
  const now = Date.now();
  const times = { createdAt: now, expiresAt: now + 60_000, endsAt: now + 60_000, lastUsedAt: now };
  const session = { idHash: `session of ${userId}`, userId, device: 'curl', address: '::1' };
  await database.write((tx) => insertSession(tx, { ...session, ...times }));
}

async function sessionsLeft(): Promise<string[]> {
  await using database = await opened();
  const sessions = await listSessions(database.read, { nowMs: Date.now() });
  return sessions.map(({ idHash }) => idHash);
}

test('creates a user with the stored defaults, the typed values and a folder', async () => {
  {
    await using database = await opened();
    const settings = await readGlobalSettings(database.read);
    const defaults = { ...settings.defaults, locale: 'de', perm: { ...perm, delete: false } };
    await database.write((tx) => writeGlobalSettings(tx, { ...settings, defaults }));
  }
  const words = ['--scope', 'ann', '--viewMode=list', '--perm.share=false', '--lock-password'];
  const { printed } = await run('users', 'add', 'ann', GOOD, ...words);

  expect(printed).toMatch(/^ID +Username.*\n2 +ann +\/ann .*locked +never\n$/);
  expect(await stored('ann')).toMatchObject({
    scope: '/ann',
    locale: 'de',
    viewMode: 'list',
    lockPassword: true,
    perm: { admin: false, delete: false, share: false, download: true },
  });
  expect((await stat(join(folder, 'srv/ann'))).isDirectory()).toBe(true);
});

test('while createUserDir is on, a user without --scope has a folder of their own', async () => {
  {
    await using database = await opened();
    const settings = await readGlobalSettings(database.read);
    await database.write((tx) => writeGlobalSettings(tx, { ...settings, createUserDir: true }));
  }
  await run('users', 'add', 'ann', GOOD);
  expect((await stored('ann'))?.scope).toBe('/users/ann');
  expect((await stat(join(folder, 'srv/users/ann'))).isDirectory()).toBe(true);
});

test.each([['-'], ['typed']])('a password of %j is taken from where it is', async (typed) => {
  const words = ['users', 'add', 'ann', typed === '-' ? '-' : GOOD];
  await runCli(words, { folder, stdin: `${GOOD}\nnot this line\n` });
  expect(await checkPassword((await stored('ann'))?.passwordHash, GOOD)).toBe('right');
});

test.each([
  [['add', 'ann', 'short'], 'password is too short'],
  [['add', 'ann', 'password1234'], 'password is too easy'],
  [['add', 'admin', GOOD], 'the user name is taken'],
  [['add', 'ann'], "missing required argument 'password'"],
  [['add', 'ann', GOOD, '--scope', '../x'], 'scope'],
  [['add', 'ann', GOOD, '--perm.download=false'], 'permission to share requires'],
  [['add', 'ann', GOOD, '--viewMode', 'mosaic gallery'], 'has to be one of list, mosaic'],
  [['find', '9'], 'there is no user with id 9'],
  [['find', 'Admin'], 'there is no user Admin'],
  [['update', '1'], 'no change is given'],
  [['update', '1', '--perm.admin=false'], 'the only administrator must remain an administrator'],
  [['rm', 'admin'], 'the only administrator must remain an administrator'],
  [['rm', 'nobody'], 'there is no user nobody'],
  [['reset-password', 'nobody'], 'there is no user nobody'],
  [['export', 'users.txt'], 'has to end in .json, .yml or .yaml'],
])('users %j is refused, and nothing changes', async (words, message) => {
  const before = await stored('admin');
  await expect(run('users', ...words)).rejects.toThrow(message);
  await using database = await opened();
  expect(await listUsers(database.read)).toEqual([before]);
});

test('changes only the named fields', async () => {
  await run('users', 'add', 'ann', GOOD, '--lockPassword', '--dateFormat', '--hideDotfiles');
  const before = await stored('ann');
  await run('users', 'update', 'ann', '--username=anna', '--perm.delete=false', '--locale=it');

  expect(await stored('anna')).toEqual({
    ...before,
    updatedAt: expect.any(Number),
    username: 'anna',
    locale: 'it',
    perm: { ...before?.perm, delete: false },
  });
});

test('digits alone are an id, also where a user is called so', async () => {
  await run('users', 'add', '1', GOOD);
  const { printed } = await run('users', 'find', '1', '--json');
  expect(JSON.parse(printed)).toMatchObject({ id: 1, username: 'admin' });
});

test('ends only the sessions of a user whose password changes, and keeps a lock', async () => {
  await run('users', 'add', 'ann', GOOD, '--lockPassword');
  await logIn(1);
  await logIn(2);
  const { printed, messages } = await run('users', 'reset-password', 'ann');

  const password = printed.trim();
  expect(password).toMatch(/^[\w-]{16}$/);
  expect(messages).not.toContain(password);
  const ann = await stored('ann');
  expect(await checkPassword(ann?.passwordHash, password)).toBe('right');
  expect(ann?.lockPassword).toBe(true);
  expect(await sessionsLeft()).toEqual(['session of 1']);
});

test('a password for a reset can come from the standard input, and is not printed then', async () => {
  const words = ['users', 'reset-password', '1', '--password', '-'];
  const { printed } = await runCli(words, { folder, stdin: 'another long password' });
  expect(printed).toBe('');
  const hash = (await stored('admin'))?.passwordHash;
  expect(await checkPassword(hash, 'another long password')).toBe('right');
});

test('an invitation is a link with which the user sets a password, once', async () => {
  await run('users', 'add', 'ann', GOOD);
  const words = ['users', 'invite', 'ann', '--server', 'https://files.example.org/'];
  const { printed, messages } = await run(...words);
  const [, token = ''] =
    /^https:\/\/files\.example\.org\/invitation#([\w-]{43})\n?$/.exec(printed) ?? [];
  expect(messages).toMatch(/ann can choose a password until \d{4}-/);
  expect(messages).not.toContain(token);
  await using database = await opened();
  const answer = { token, username: 'ann', password: 'chosen by herself' };
  await acceptInvitation({ db: database }, answer);
  expect(await checkPassword((await stored('ann'))?.passwordHash, answer.password)).toBe('right');
  await expect(acceptInvitation({ db: database }, answer)).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('an invitation has the base path of the settings, and ends the previous one', async () => {
  const first = await run('users', 'invite', '1', '--baseURL=/files');
  expect(first.printed).toMatch(/^\/files\/invitation#/);
  await run('users', 'invite', 'admin');
  await using database = await opened();
  const token = first.printed.trim().split('#')[1] ?? '';
  await expect(invitedUser({ db: database }, token)).rejects.toMatchObject({ code: 'not-found' });
});

test.each(['files.example.org', 'ftp://files.example.org', ''])(
  'the address %j of an invitation is refused',
  async (address) => {
    const inviting = run('users', 'invite', 'admin', '--server', address);
    await expect(inviting).rejects.toThrow('is not an address such as https://files.example.org');
  },
);

test('a random password is as long as the settings ask for', async () => {
  {
    await using database = await opened();
    const settings = await readGlobalSettings(database.read);
    const longer = { ...settings, minimumPasswordLength: 40 };
    await database.write((tx) => writeGlobalSettings(tx, longer));
  }
  const { printed } = await run('users', 'reset-password', 'admin');
  expect(printed.trim().length).toBeGreaterThanOrEqual(40);
});

test('lists are for people and for programs, and hold no hash', async () => {
  await run('users', 'add', 'ann', GOOD);
  const forPeople = await run('users', 'ls');
  const forPrograms = await run('users', 'ls', '--json');

  expect(forPeople.printed.split('\n')).toHaveLength(4);
  const users = JSON.parse(forPrograms.printed) as User[];
  expect(users.map(({ id, username }) => [id, username])).toEqual([
    [1, 'admin'],
    [2, 'ann'],
  ]);
  for (const { printed } of [forPeople, forPrograms, await run('users', 'find', 'ann')]) {
    expect(printed).not.toContain('$');
  }
});

test('a name cannot move the cursor of a terminal', async () => {
  await using database = await opened();
  const user = aStoredUser({ username: 'x\u001b[2J' });
  await database.write((tx) => insertUser(tx, user, Date.now()));
  const { printed } = await run('users', 'ls');
  expect(printed).toContain('x\\u001b[2J');
});

test('an export holds hashes, is for its owner only, and makes the same users elsewhere', async () => {
  await run('users', 'add', 'ann', GOOD, '--scope=/ann', '--sorting.by=size');
  const { messages } = await run('users', 'export', 'u.yaml');
  expect(messages).toContain(`wrote ${join(folder, 'u.yaml')}`);
  expect((await stat(join(folder, 'u.yaml'))).mode & 0o777).toBe(0o600);
  const before = await stored('ann');

  await runCli(['users', 'import', 'u.yaml', '-d', 'new.db'], { folder });
  const { printed } = await runCli(['users', 'find', 'ann', '--json', '-d', 'new.db'], { folder });
  expect(JSON.parse(printed)).toMatchObject({ id: 2, scope: '/ann', sorting: { by: 'size' } });
  await runCli(['users', 'export', 'again.json', '-d', 'new.db'], { folder });
  const again = JSON.parse(await readFile(join(folder, 'again.json'), 'utf8')) as User[];
  expect(again[1]?.password).toBe(before?.passwordHash);
});

test('--replace saves the old list first, and removes users who are not in the new one', async () => {
  await run('users', 'export', 'new.json');
  await run('users', 'add', 'ann', GOOD);
  await logIn(2);
  const { messages } = await run('users', 'import', 'new.json', '--replace');

  expect(messages).toContain('users.backup.json');
  expect(await stored('ann')).toBeUndefined();
  expect(await sessionsLeft()).toEqual([]);
  const backup = JSON.parse(await readFile(join(folder, 'users.backup.json'), 'utf8')) as User[];
  expect(backup.map(({ username }) => username)).toEqual(['admin', 'ann']);

  await run('users', 'import', 'users.backup.json', '--replace');
  expect((await stored('ann'))?.id).toBe(2);
  expect((await stat(join(folder, 'users.backup-2.json'))).isFile()).toBe(true);
});

test.each(['--replace', '--overwrite'])('%s keeps an administrator', async (option) => {
  await run('users', 'add', 'ann', GOOD);
  await run('users', 'add', 'boss', GOOD, '--perm.admin');
  await run('users', 'update', 'admin', '--perm.admin=false');
  await run('users', 'update', 'boss', '--perm.admin');
  await run('users', 'export', 'a.json');
  const users = JSON.parse(await readFile(join(folder, 'a.json'), 'utf8')) as User[];
  const powerless = users.map((user) => ({ ...user, perm: { ...user.perm, admin: false } }));
  await writeFile(join(folder, 'b.json'), JSON.stringify(powerless));

  await expect(run('users', 'import', 'b.json', option)).rejects.toThrow(
    'no user would be an administrator; nothing was changed',
  );
  expect((await stored('boss'))?.perm.admin).toBe(true);
});

test('reports a missing database, and does not create it', async () => {
  await expect(runCli(['users', 'ls', '-d', 'none.db'], { folder })).rejects.toThrow(
    'none.db does not exist',
  );
  await expect(stat(join(folder, 'none.db'))).rejects.toThrow('ENOENT');
});

test('a lost password and a removal do not need the served folder', async () => {
  await run('users', 'add', 'ann', GOOD);
  await rm(join(folder, 'srv'), { recursive: true });
  await run('users', 'reset-password', 'admin');
  await run('users', 'rm', 'ann');
  expect(await stored('ann')).toBeUndefined();
});
