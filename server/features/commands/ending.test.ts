import { existsSync } from 'node:fs';
import { readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openDatabase } from '../../metadata/database.ts';
import { findUserByName, updateUser, type StoredUser } from '../../metadata/users.ts';
import { setClockForward } from '../../testing/clock.ts';
import { COMMANDS, startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client, Reply } from '../../testing/client.ts';
import { until } from '../../testing/open-request.ts';
import {
  aLongNap,
  isRunning,
  opened,
  openShell,
  runInShell,
  SHELL_ON,
  type ShellOptions,
} from '../../testing/shell.ts';
import { WATCH_EVERY_MS } from './run-line.ts';

const STOPPED = { code: 1000, reason: 'stopped' };

/** A busy machine may need long. */
const PATIENCE_MS = 20_000;

/** Begins a command that would sleep for ten minutes, with a grandchild that ignores signals. */
async function beginNap(app: TestApp, client: Client, options: ShellOptions = {}) {
  const nap = aLongNap();
  const connection = openShell(app, client, options);
  await opened(connection);
  connection.socket.send(`sh -c "trap '' TERM; sleep ${nap}; true"`);
  await until(() => isRunning(nap), PATIENCE_MS);
  return { ...connection, nap };
}

async function hasEnded({ nap }: { readonly nap: string }): Promise<void> {
  await until(() => !isRunning(nap), PATIENCE_MS);
}

const NAPPER = { username: 'anna', commands: ['sh'] };

test('a command ends when its client disconnects, properly or not', async () => {
  await using app = await startTestApp({ config: SHELL_ON });
  const anna = await app.logIn(NAPPER);
  const leaving = await beginNap(app, anna);
  leaving.socket.close();
  await hasEnded(leaving);

  const vanishing = await beginNap(app, anna);
  vanishing.socket.terminate();
  await hasEnded(vanishing);
  const outcomes = () => app.db.read.selectFrom('commandRun').select('outcome').execute();
  await expect.poll(outcomes).toEqual([{ outcome: 'stopped' }, { outcome: 'stopped' }]);
});

/** `root` administers, and `anna` has a command running in /docs. */
interface Scene {
  readonly app: TestApp;
  readonly anna: Client;
  readonly root: Client;
  readonly user: StoredUser;
}

/** Changes one field of anna's, as an administrator. */
async function change({ root, user }: Scene, data: Partial<StoredUser & { password: string }>) {
  const which = Object.keys(data);
  const body = JSON.stringify({ what: 'user', which, data: { id: user.id, ...data } });
  return root.put(`/api/users/${user.id}`, { body });
}

const CLOSED_FOLDER = { regex: false, allow: false, path: '/docs', regexp: { raw: '' } };

test.each<readonly [what: string, happen: (scene: Scene) => Promise<Reply>]>([
  ['they log out', ({ anna }) => anna.post('/api/logout')],
  ['their sessions are ended', ({ root, user }) => root.delete(`/api/sessions?user=${user.id}`)],
  ['the password is changed', (scene) => change(scene, { password: 'another long password' })],
  ['the account is removed', ({ root, user }) => root.delete(`/api/users/${user.id}`)],
  [
    'the permission is taken',
    (scene) => change(scene, { perm: { ...scene.user.perm, execute: false } }),
  ],
  ['the command is taken', (scene) => change(scene, { commands: ['ls'] })],
  ['a rule closes the folder', (scene) => change(scene, { rules: [CLOSED_FOLDER] })],
  ['they get another scope', (scene) => change(scene, { scope: '/other' })],
  ['they get a smaller scope', (scene) => change(scene, { scope: '/docs' })],
])(
  'a command ends when %s',
  async (_, happen) => {
    const files = { '/docs/a.txt': 'a', '/other/o.txt': 'o' };
    await using app = await startTestApp({ config: SHELL_ON, files });
    const anna = await app.logIn(NAPPER);
    const user = await userNamed(app, 'anna');
    const root = await app.logIn({ username: 'root', perm: { ...user.perm, admin: true } });
    const nap = await beginNap(app, anna, { path: '/docs' });
    expect((await happen({ app, anna, root, user })).status).toBeLessThan(300);
    expect(await nap.closed).toEqual(STOPPED);
    await hasEnded(nap);
  },
  2 * PATIENCE_MS,
);

test.each<readonly [what: string, happen: (scene: Scene) => Promise<Reply>]>([
  ['they log out', ({ anna }) => anna.post('/api/logout')],
  ['the password is changed', (scene) => change(scene, { password: 'another long password' })],
  [
    'the permission is taken',
    (scene) => change(scene, { perm: { ...scene.user.perm, execute: false } }),
  ],
  ['the command is taken', (scene) => change(scene, { commands: ['ls'] })],
])('a connection without a command ends within a second when %s', async (_, happen) => {
  await using app = await startTestApp({
    config: SHELL_ON,
    durations: { watchCommandsEveryMs: WATCH_EVERY_MS },
  });
  const anna = await app.logIn(NAPPER);
  const user = await userNamed(app, 'anna');
  const root = await app.logIn({ username: 'root', perm: { ...user.perm, admin: true } });
  const idle = openShell(app, anna);
  const another = openShell(app, root);
  await Promise.all([opened(idle), opened(another)]);
  expect((await happen({ app, anna, root, user })).status).toBeLessThan(300);
  const start = performance.now();
  expect(await idle.closed).toEqual(STOPPED);
  expect(performance.now() - start).toBeLessThan(1_000);
  expect(another.socket.readyState).toBe(another.socket.OPEN);
});

test('a command ends when another process has withdrawn the permission', async () => {
  await using app = await startTestApp({ config: SHELL_ON });
  const anna = await app.logIn(NAPPER);
  const nap = await beginNap(app, anna);
  const user = await userNamed(app, 'anna');
  const file = join(app.root, '../filebrowser.db');
  const elsewhere = await openDatabase({ kind: 'sqlite', file });
  await elsewhere.write((tx) =>
    updateUser(tx, user.id, { changes: { commands: [] }, nowMs: Date.now() }),
  );
  await elsewhere.close();
  expect(await nap.closed).toEqual(STOPPED);
  await hasEnded(nap);
});

test('a command continues with a session whose first token has expired', async () => {
  const idleMs = 60_000;
  await using app = await startTestApp({
    config: { ...SHELL_ON, sessions: { idleMs, maxAgeMs: 10 * idleMs } },
  });
  const anna = await app.logIn({ commands: ['sh'] });
  const connection = openShell(app, anna);
  await opened(connection);
  connection.socket.send("sh -c 'while [ ! -e go ]; do sleep 0.1; done; echo awake'");
  // Like a renewal, which may happen at any time.
  const expiresAt = Date.now() + 3_600_000;
  await app.db.write((tx) => tx.updateTable('session').set({ expiresAt }).execute());
  setClockForward(idleMs + 1_000);
  expect((await anna.get('/api/resources/')).status).toBe(401);
  // The command is authorized again every 100 ms.
  await delay(350);
  await writeFile(`${app.root}/go`, '');
  expect(await connection.closed).toEqual({ code: 1000, reason: 'exit 0' });
  expect(connection.messages).toEqual(['awake']);
});

test('a stopping server ends its commands and informs all clients, also idle ones', async () => {
  await using app = await startTestApp({ config: SHELL_ON });
  const anna = await app.logIn(NAPPER);
  const idle = openShell(app, anna);
  await opened(idle);
  const nap = await beginNap(app, anna);
  await using again = await app.restart();
  expect(await idle.closed).toEqual(STOPPED);
  expect(await nap.closed).toEqual(STOPPED);
  await hasEnded(nap);
  expect(await again.db.read.selectFrom('commandRun').select('outcome').execute()).toEqual([
    { outcome: 'stopped' },
  ]);
});

test('the number of concurrent commands of a user is limited, without affecting others', async () => {
  await using app = await startTestApp({
    config: { ...SHELL_ON, commands: { ...COMMANDS, atOnce: 2 } },
  });
  const anna = await app.logIn(NAPPER);
  const bert = await app.logIn({ username: 'bert', commands: ['echo'] });
  const first = await beginNap(app, anna);
  await beginNap(app, anna);
  expect(await runInShell(app, anna, 'sh -c true')).toEqual({
    messages: ['Too many commands are running.'],
    code: 1000,
    reason: 'busy',
  });
  expect(await runInShell(app, bert, 'echo hi')).toMatchObject({ messages: ['hi'] });
  first.socket.close();
  await hasEnded(first);
  await until(
    async () => (await runInShell(app, anna, 'sh -c true')).reason === 'exit 0',
    PATIENCE_MS,
  );
});

test('a command that takes too long, prints too much or has too many processes is ended with the reason', async () => {
  const limits = { ...COMMANDS, timeLimitMs: 1_500, mostOutputBytes: 10_000, mostProcesses: 8 };
  await using app = await startTestApp({ config: { ...SHELL_ON, commands: limits } });
  const anna = await app.logIn({ commands: ['sleep', 'yes', 'sh'] });
  const reasonOf = async (line: string) => (await runInShell(app, anna, line)).reason;
  expect(await reasonOf('sleep 600')).toBe('too-long');
  expect(await reasonOf('yes')).toBe('too-much');
  const nap = aLongNap();
  const many = `sh -c 'for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep ${nap} & done; wait'`;
  expect(await reasonOf(many)).toBe('too-many-processes');
  await hasEnded({ nap });
});

test('only the first line is used', async () => {
  await using app = await startTestApp({ config: SHELL_ON });
  const anna = await app.logIn({ commands: ['echo', 'sh'] });
  const talk = async (messages: readonly (string | Buffer)[]) => {
    const connection = openShell(app, anna);
    await opened(connection);
    for (const message of messages) connection.socket.send(message);
    return { ...(await connection.closed), messages: connection.messages };
  };
  const slow = "sh -c 'sleep 0.3; echo one'";
  expect(await talk(['', '  \n', slow, 'echo two', Buffer.from('echo three')])).toEqual({
    messages: ['one'],
    code: 1000,
    reason: 'exit 0',
  });
  expect(await talk([Buffer.from('echo hi')])).toMatchObject({ code: 1003, messages: [] });
  expect(await talk([`echo ${'x'.repeat(16_384)}`])).toMatchObject({ code: 1009, messages: [] });
  const longest = 'x'.repeat(16_384 - 'echo '.length);
  expect(await talk([`echo ${longest}`])).toMatchObject({ code: 1000, messages: [longest] });
  const filesMade = await app.filesOnDisk();
  expect(filesMade).toEqual({});
});

test('a program waits for a client that reads slowly, and nothing is lost', async () => {
  const [pieces, pieceBytes] = [32, 1_000_000];
  await using app = await startTestApp({
    config: { ...SHELL_ON, commands: { ...COMMANDS, mostOutputBytes: 2 * pieces * pieceBytes } },
  });
  const anna = await app.logIn({ commands: ['sh'] });
  const connection = openShell(app, anna);
  await opened(connection);
  // Each piece has a thousand lines; a file contains the number of printed pieces.
  const piece = `head -c ${pieceBytes} /dev/zero | tr '\\\\0' x | fold -w 999; echo`;
  const numbers = Array.from({ length: pieces }, (_, index) => index + 1).join(' ');
  connection.socket.send(`sh -c "for i in ${numbers}; do ${piece}; echo $i > progress; done"`);
  const progress = async () =>
    existsSync(`${app.root}/progress`) ? Number(await readFile(`${app.root}/progress`, 'utf8')) : 0;
  await until(async () => (await progress()) > 0, PATIENCE_MS);
  connection.socket.pause();
  const stoppedAt = await untilItStands(progress);
  expect(stoppedAt).toBeLessThan(pieces - 4);
  connection.socket.resume();
  expect(await connection.closed).toEqual({ code: 1000, reason: 'exit 0' });
  const characters = connection.messages.reduce((sum, { length }) => sum + length, 0);
  expect(characters).toBe(pieces * pieceBytes);
});

test('replacing the folder by a symlink has no effect', async () => {
  await using app = await startTestApp({
    config: SHELL_ON,
    files: { '/docs/b.txt': 'b', '/other/o.txt': 'o' },
  });
  const anna = await app.logIn({ commands: ['sh'] });
  const connection = openShell(app, anna, { path: '/docs' });
  await opened(connection);
  connection.socket.send("sh -c 'echo here; while [ ! -e go ]; do sleep 0.05; done; ls'");
  await until(() => connection.messages.includes('here'), PATIENCE_MS);
  await rename(`${app.root}/docs`, `${app.root}/moved`);
  await symlink('other', `${app.root}/docs`);
  await app.client(anna.token).post('/api/resources/moved/go');
  expect(await connection.closed).toEqual({ code: 1000, reason: 'exit 0' });
  expect(connection.messages).toEqual(['here', 'b.txt', 'go']);
});

async function untilItStands(measure: () => Promise<number>): Promise<number> {
  for (let last = await measure(); ;) {
    await delay(300);
    const now = await measure();
    if (now === last) return now;
    last = now;
  }
}

async function userNamed(app: TestApp, username: string): Promise<StoredUser> {
  const user = await findUserByName(app.db.read, username);
  if (user === undefined) throw new Error(`nobody is called ${username}`);
  return user;
}
