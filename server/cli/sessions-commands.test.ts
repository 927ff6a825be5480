import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../metadata/database.ts';
import { insertSession, listSessions } from '../metadata/sessions.ts';
import { insertUser } from '../metadata/users.ts';
import { runCli } from '../testing/cli.ts';
import { aStoredUser } from '../testing/stored-records.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filebrowser-sessions-'));
  await using database = await opened();
  const now = Date.now();
  await database.write(async (tx) => {
    for (const username of ['ann', 'ben']) {
      const { id } = await insertUser(tx, aStoredUser({ username }), now);
      for (const [count, device] of ['curl', 'Firefox'].entries()) {
        await insertSession(tx, {
          idHash: `${username} by ${device}`,
          userId: id,
          createdAt: now - 5_000,
          expiresAt: now + 60_000,
          endsAt: now + 60_000,
          device,
          address: '192.0.2.7',
          lastUsedAt: now - count * 1_000 - id,
        });
      }
    }
  });
});
afterEach(() => rm(folder, { recursive: true }));

async function opened() {
  const database = await openDatabase({ kind: 'sqlite', file: join(folder, 'filebrowser.db') });
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}

async function left(): Promise<string[]> {
  await using database = await opened();
  const sessions = await listSessions(database.read, { nowMs: Date.now() });
  return sessions.map(({ idHash }) => idHash).sort();
}

test('the last used session comes first, with its user, address and device', async () => {
  const { printed } = await runCli(['sessions', 'ls'], { folder });
  const [head, first] = printed.split('\n');
  expect(head).toMatch(/^Username +Address +First used +Last used +Device$/);
  expect(first).toMatch(/^ann +192\.0\.2\.7 .* UTC +curl$/);
});

test('lists the sessions of one user, as JSON', async () => {
  const { printed } = await runCli(['sessions', 'ls', '--user', 'ben', '--json'], { folder });
  expect(JSON.parse(printed)).toMatchObject([
    { id: 'ben by curl', userId: 2, username: 'ben', device: 'curl', address: '192.0.2.7' },
    { id: 'ben by Firefox', userId: 2 },
  ]);
});

test('ends the sessions of one user only', async () => {
  const { printed } = await runCli(['sessions', 'end', 'ann'], { folder });
  expect(printed).toBe('2 sessions have ended\n');
  expect(await left()).toEqual(['ben by Firefox', 'ben by curl']);
});

test('--all logs everyone out', async () => {
  expect((await runCli(['sessions', 'end', '--all'], { folder })).printed).toContain('4 sessions');
  expect(await left()).toEqual([]);
});

test.each([[['end']], [['end', 'ann', '--all']], [['end', 'nobody']]])(
  'sessions %j ends nothing',
  async (words) => {
    await expect(runCli(['sessions', ...words], { folder })).rejects.toThrow(/name one|no user/);
    expect(await left()).toHaveLength(4);
  },
);
