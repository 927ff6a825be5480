import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../metadata/database.ts';
import { listOperations } from '../metadata/operation-journal.ts';
import { bundledProgram } from '../testing/bundled.ts';
import { temporaryFolder } from '../testing/engines.ts';

vi.setConfig({ testTimeout: 400_000 });

/**
 * Number of temporary files. Each takes at least half a millisecond, because its removal is flushed, so that recovery
 * takes longer than a start waits.
 */
const PARTS = 6_000;

test('a long recovery continues while the server runs, and locks its paths', async () => {
  const folder = temporaryFolder();
  const root = join(folder, 'files');
  mkdirSync(join(root, 'docs'), { recursive: true });
  writeFileSync(join(root, 'docs/a.txt'), 'a');
  const database = join(folder, 'filebrowser.db');
  const db = await openDatabase({ kind: 'sqlite', file: database });
  await db.write(async (tx) => {
    for (let part = 0; part < PARTS; part += 1000) {
      const rows = Array.from({ length: 1000 }, (_, index) => ({
        kind: 'discard',
        state: 'removing',
        startedAt: 0,
        payload: JSON.stringify({ temporary: `/docs/.filebrowser-${part + index}.part` }),
      }));
      await tx.insertInto('operation').values(rows).execute();
    }
  });
  const flags = ['--port=0', '--noauth', `--root=${root}`, `--database=${database}`];
  const env = { PATH: process.env['PATH'], HOME: folder };
  const server = spawn(process.execPath, [bundledProgram('main'), ...flags], { env });
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await db.close();
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (data) => (output += String(data)));
  }
  await vi.waitFor(() => expect(output).toContain('listening on'), { timeout: 30_000 });
  expect(output).toContain('recovery continues in the background');
  const url = /listening on ([^\s"]+?)\/?["\s]/.exec(output)?.[1] ?? '';
  const token = await (await fetch(`${url}/api/login`, { method: 'POST' })).text();
  const request = async (method: string, path: string) =>
    (await fetch(url + path, { method, headers: { 'x-auth': token } })).status;

  expect(await request('GET', '/api/resources/docs/')).toBe(200);
  expect(await request('POST', '/api/resources/docs/b.txt')).toBe(200);
  expect(await request('DELETE', '/api/resources/docs/')).toBe(423);
  expect((await listOperations(db.read)).length).toBeGreaterThan(0);

  while ((await listOperations(db.read)).length > 0) await delay(200);
  await vi.waitFor(async () => expect(await request('DELETE', '/api/resources/docs/')).toBe(204), {
    timeout: 60_000,
  });
});
