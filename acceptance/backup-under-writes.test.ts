import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { sharesOf, createShare } from './http/public-shares.ts';
import { send } from './http/send.ts';
import { SERVER_COMMAND } from './paths.ts';
import { DATABASE_NAME } from './server/setup-database.ts';
import { useServer } from './server/use-server.ts';

const WRITERS = ['admin', 'carol', 'second'];

// Two starts and a command run beside continuous writes.
vi.setConfig({ testTimeout: 120_000 });

const served = useServer();

/** Runs the backup command in a separate process while this one goes on writing. */
async function backUp(folder: string, file: string): Promise<void> {
  const [program = '', ...first] = SERVER_COMMAND;
  const env = { PATH: process.env['PATH'], HOME: folder };
  const backup = spawn(program, [...first, 'backup', file], { cwd: folder, env });
  expect(await once(backup, 'exit')).toEqual([0, null]);
}

it('a backup under writes is consistent, and a server starts with it', async () => {
  const { server, sessions } = served();
  const made = WRITERS.map((): string[] => []);
  let isOver = false;
  const writing = made.map(async (own, index) => {
    const name = WRITERS[index] ?? '';
    while (!isOver) own.push((await createShare(served(), name, '/bob/a.txt')).hash);
  });
  const lengths = () => made.map((own) => own.length);
  try {
    await vi.waitUntil(() => lengths().every((length) => length > 0), { timeout: 20_000 });
    const before = lengths();
    await backUp(server.work, 'copy.db');
    const after = lengths();
    // Everything in the copy was requested before its end, and at least one record was added meanwhile.
    expect(after.map((length, index) => length - (before[index] ?? 0))).not.toEqual([0, 0, 0]);
    await vi.waitUntil(() => lengths().every((length, index) => length > (after[index] ?? 0) + 1), {
      timeout: 20_000,
    });
    isOver = true;
    await Promise.all(writing);

    await server.kill();
    const database = join(server.work, DATABASE_NAME);
    for (const ending of ['', '-wal', '-shm']) rmSync(database + ending, { force: true });
    renameSync(join(server.work, 'copy.db'), database);
    await server.resume();

    const kept = new Set((await sharesOf(served(), 'admin')).map(({ hash }) => hash));
    for (const [index, own] of made.entries()) {
      const here = own.filter((hash) => kept.has(hash));
      expect(here).toEqual(own.slice(0, here.length));
      expect(here.length).toBeGreaterThanOrEqual(before[index] ?? 0);
      // One record may be stored before its response has arrived.
      expect(here.length).toBeLessThanOrEqual((after[index] ?? 0) + 1);
      const visit = async (hash = '') =>
        (await send(server.port, { path: `/api/public/dl/${hash}` })).status;
      expect([await visit(own[0]), await visit(own.at(-1))]).toEqual([200, 404]);
    }
    await sessions.logIn('bob');
    expect((await createShare(served(), 'admin', '/bob/a.txt')).hash).toMatch(/./);
  } finally {
    isOver = true;
    await Promise.allSettled(writing);
  }
});
