import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { checkPassword } from '../../../../access/passwords.ts';
import type { StoredGlobalSettings } from '../../../../metadata/setting-documents.ts';
import { writeAuthSettings } from '../../../../metadata/settings.ts';
import { findUserByName } from '../../../../metadata/users.ts';
import {
  PASSWORD,
  startTestApp,
  type TestApp,
  type TestAppOptions,
} from '../../../../testing/app.ts';
import type { Reply } from '../../../../testing/client.ts';

const LOOK = '/api/resources/';
const GOOD = 'a password of the directory';

interface Options {
  readonly settings?: Partial<StoredGlobalSettings>;
  /** Path of the log, if it is needed. */
  readonly log?: string;
  readonly durations?: TestAppOptions['durations'];
}

/** Creates a folder that is removed after the test. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'filebrowser-hook-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function scriptOf(text: string, interpreter = '/bin/sh'): string {
  const script = join(temporaryFolder(), 'hook');
  writeFileSync(script, `#!${interpreter}\n${text}\n`);
  chmodSync(script, 0o700);
  return script;
}

async function appWithHook(command: string, options: Options = {}): Promise<TestApp> {
  const { settings, log, durations = {} } = options;
  const app = await startTestApp({
    settings: { authMethod: 'hook', ...settings },
    config: log === undefined ? {} : { log: { kind: 'file', path: log } },
    durations,
  });
  await app.db.write((tx) => writeAuthSettings(tx, { recaptcha: null, header: '', command }));
  return app;
}

function logIn(app: TestApp, username: string, password = GOOD): Promise<Reply> {
  return app.visitor.post('/api/login', { body: JSON.stringify({ username, password }) });
}

async function stored(app: TestApp, username: string) {
  const user = await findUserByName(app.db.read, username);
  if (user === undefined) throw new Error(`there is no ${username}`);
  return user;
}

test('creates a user with the defaults and the fields of the hook at the first login', async () => {
  const script = scriptOf(`
    [ "$USERNAME" = anna ] && [ "$PASSWORD" = "${GOOD}" ] || { echo hook.action=block; exit; }
    echo hook.action=auth
    echo user.scope=/anna
    echo user.perm.delete=false
    echo user.sorting.by=size`);
  await using app = await appWithHook(script);

  const reply = await logIn(app, 'anna');

  expect(reply.status).toBe(200);
  expect((await app.client(reply.text).get(LOOK)).status).toBe(200);
  expect(await stored(app, 'anna')).toMatchObject({
    scope: '/anna',
    lockPassword: true,
    perm: { admin: false, create: true, delete: false },
    sorting: { by: 'size' },
  });
  expect(await app.filesOnDisk()).toHaveProperty('/anna/');
  expect((await logIn(app, 'bob')).text).toBe('403 Forbidden\n');
  expect((await logIn(app, 'anna', 'wrong')).text).toBe('403 Forbidden\n');
});

test('derives a home from the name if that is configured, and accepts an administrator', async () => {
  const script = scriptOf('printf "hook.action=auth\\nuser.perm.admin=true\\n"');
  await using app = await appWithHook(script, { settings: { createUserDir: true } });
  expect((await logIn(app, 'boss')).status).toBe(200);
  const { scope, perm } = await stored(app, 'boss');
  expect(scope).toBe('/users/boss');
  expect(Object.values(perm)).not.toContain(false);
});

test('gives a newcomer a home instead of the root, unless the hook names a scope', async () => {
  await using app = await appWithHook(scriptOf('printf "hook.action=auth\\n"'));
  expect((await logIn(app, 'newcomer')).status).toBe(200);
  expect((await stored(app, 'newcomer')).scope).toBe('/users/newcomer');
  for (const name of ['NewComer', 'new\u200bcomer', '\u00a0newcomer']) {
    expect((await logIn(app, name)).status).toBeGreaterThanOrEqual(400);
  }
  const script = scriptOf('printf "hook.action=auth\\nuser.scope=/\\n"');
  await using named = await appWithHook(script);
  expect((await logIn(named, 'guest')).status).toBe(200);
  expect((await stored(named, 'guest')).scope).toBe('/');
});

test('changes only the fields of the hook for an existing user', async () => {
  const script = scriptOf(
    'printf "hook.action=auth\\nuser.perm.download=false\\nuser.locale=fr\\n"',
  );
  await using app = await appWithHook(script);
  const rules = [{ regex: false, allow: false, path: '/private', regexp: null }];
  await app.addUser({ username: 'anna', rules, aceEditorTheme: 'chaos', viewMode: 'mosaic' });

  expect((await logIn(app, 'anna', PASSWORD)).status).toBe(200);

  const anna = await stored(app, 'anna');
  expect(anna).toMatchObject({ rules, aceEditorTheme: 'chaos', viewMode: 'mosaic', locale: 'fr' });
  expect(anna.lockPassword).toBe(false);
  // Sharing needs the permission to download.
  expect(anna.perm).toMatchObject({ download: false, share: false, create: true });
});

test('stores nothing if nothing has changed, so that no page has to renew its token', async () => {
  const script = scriptOf('printf "hook.action=auth\\nuser.scope=./\\nuser.locale=en\\n"');
  await using app = await appWithHook(script);
  const before = await app.addUser({ username: 'anna', scope: '/' });
  await delay(5);
  const first = await logIn(app, 'anna', PASSWORD);
  expect((await logIn(app, 'anna', PASSWORD)).status).toBe(200);
  expect((await stored(app, 'anna')).updatedAt).toBe(before.updatedAt);
  expect((await app.client(first.text).get(LOOK)).status).toBe(200);
});

test('stores a new password that the hook accepts, and ends the other sessions', async () => {
  await using app = await appWithHook(scriptOf('echo hook.action=auth'));
  await app.addUser({ username: 'anna' });
  const old = await logIn(app, 'anna', PASSWORD);

  const fresh = await logIn(app, 'anna', 'another good password');

  expect(fresh.status).toBe(200);
  expect((await app.client(old.text).get(LOOK)).status).toBe(401);
  expect((await app.client(fresh.text).get(LOOK)).status).toBe(200);
  const { passwordHash } = await stored(app, 'anna');
  expect(await checkPassword(passwordHash, 'another good password')).toBe('right');
});

test('checks the stored password if the hook passes', async () => {
  await using app = await appWithHook(scriptOf('echo hook.action=pass'));
  await app.addUser({ username: 'anna' });
  expect((await logIn(app, 'anna', PASSWORD)).status).toBe(200);
  expect((await logIn(app, 'anna', 'wrong')).text).toBe('403 Forbidden\n');
  expect((await logIn(app, 'nobody')).text).toBe('403 Forbidden\n');
});

test('runs a hook in another language, with arguments and a minimal environment', async () => {
  const script = scriptOf(
    `const { USERNAME, PASSWORD, ...others } = process.env;
     const known = Object.keys(others).every((name) => name === 'PATH');
     const asked = process.argv.slice(2).join() === 'one,two' && USERNAME === 'anna';
     console.log(known && asked && PASSWORD ? 'hook.action=auth' : 'hook.action=block');`,
    process.execPath,
  );
  await using app = await appWithHook(`${script} one  two`);
  expect((await logIn(app, 'anna')).status).toBe(200);
});

test.each([
  ['fails', 'echo hook.action=auth; exit 3'],
  ['dies', 'echo hook.action=auth; kill -9 $$'],
  ['prints garbage', 'head -c 2000 /dev/urandom'],
  ['says nothing', 'true'],
  ['dances', 'echo hook.action=dance'],
  ['floods', 'yes hook.action=auth'],
  ['gives a home that is no path', 'printf "hook.action=auth\\nuser.scope=/../etc\\n"'],
])('a hook that %s lets nobody in, and that is our failure', async (_, script) => {
  await using app = await appWithHook(scriptOf(script));
  const before = await app.filesOnDisk();
  expect((await logIn(app, 'anna')).text).toBe('500 Internal Server Error\n');
  expect(await findUserByName(app.db.read, 'anna')).toBeUndefined();
  expect(await app.filesOnDisk()).toEqual(before);
});

test.each(['', 'sh hook.sh', './hook', '/nowhere/hook', '/etc/passwd', '/etc'])(
  'the command %j is refused, so that no login succeeds',
  async (command) => {
    await using app = await appWithHook(command);
    expect((await logIn(app, 'anna')).status).toBe(500);
  },
);

test('ends a hook that hangs after its time limit', async () => {
  const folder = temporaryFolder();
  const [pidFile, log] = [join(folder, 'pid'), join(folder, 'log')];
  const durations = { logins: { hookTimeLimitMs: 500 } };
  await using app = await appWithHook(scriptOf(`echo $$ > ${pidFile}; sleep 600`), {
    log,
    durations,
  });
  expect((await logIn(app, 'anna')).status).toBe(500);
  expect(isRunning(await untilRead(pidFile))).toBe(false);
  await expect.poll(() => readFileSync(log, 'utf8')).toContain('took longer than 0.5 seconds');
});

test('ends a hook when the client disconnects', async () => {
  const pidFile = join(temporaryFolder(), 'pid');
  await using app = await appWithHook(scriptOf(`echo $$ > ${pidFile}; sleep 60`));
  const controller = new AbortController();
  const body = JSON.stringify({ username: 'anna', password: GOOD });
  const asking = fetch(`${app.url}/api/login`, { method: 'POST', body, signal: controller.signal });
  const pid = await untilRead(pidFile);
  controller.abort();
  await expect(asking).rejects.toThrow(/abort/i);
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test.each([
  ['', GOOD],
  ['an\0na', GOOD],
  ['an\nna', GOOD],
  ['x'.repeat(300), GOOD],
  ['anna', 'pass\0word'],
  ['anna', 'x'.repeat(2_000)],
])('no hook is asked for credentials that nothing can carry', async (username, password) => {
  const witness = join(temporaryFolder(), 'witness');
  await using app = await appWithHook(scriptOf(`touch ${witness}; echo hook.action=auth`));
  expect((await logIn(app, username, password)).text).toBe('403 Forbidden\n');
  expect(() => readFileSync(witness)).toThrow('ENOENT');
});

test('logs that a password breaks our rules, without the password', async () => {
  const log = join(temporaryFolder(), 'log');
  {
    await using app = await appWithHook(scriptOf('echo hook.action=auth'), { log });
    expect((await logIn(app, 'anna', 'tiny-secret')).status).toBe(500);
    expect((await logIn(app, 'boss', '')).status).toBe(500);
  }
  const lines = readFileSync(log, 'utf8');
  expect(lines).toContain('it accepts anna, but password is too short');
  expect(lines).not.toContain('tiny-secret');
});

test('limits failed attempts as for every password', async () => {
  await using app = await appWithHook(scriptOf('echo hook.action=block'));
  const replies = await Promise.all(Array.from({ length: 14 }, () => logIn(app, 'anna')));
  expect(replies.map(({ status }) => status)).toContain(429);
});

test('creates one user in several concurrent first logins', async () => {
  await using app = await appWithHook(scriptOf('echo hook.action=auth'), {
    settings: { createUserDir: true },
  });
  const replies = await Promise.all(Array.from({ length: 4 }, () => logIn(app, 'anna')));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const users = await app.db.read.selectFrom('user').select('username').execute();
  expect(users.map(({ username }) => username).toSorted()).toEqual(['admin', 'anna']);
});

async function untilRead(file: string): Promise<number> {
  for (;;) {
    await delay(20);
    try {
      const text = readFileSync(file, 'utf8');
      if (text.endsWith('\n')) return Number(text);
    } catch {
      // The file does not exist yet.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('finds a program without a path on the search path of commands, and refuses a relative path', async () => {
  const script = scriptOf('echo hook.action=auth');
  await using app = await appWithHook(`sh ${script}`);
  expect((await logIn(app, 'anna')).status).toBe(200);

  const setCommand = (command: string) =>
    app.db.write((tx) => writeAuthSettings(tx, { recaptcha: null, header: '', command }));
  for (const command of [`./sh ${script}`, 'no-such-program', '']) {
    await setCommand(command);
    expect((await logIn(app, 'anna')).status).toBe(500);
  }
});
