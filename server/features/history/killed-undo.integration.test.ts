import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { HistoryEntry } from '#contract/history.ts';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../testing/engines.ts';
import { killed, startServer } from '../../testing/bundled-server.ts';

vi.setConfig({ testTimeout: 180_000 });

const COUNT = 300;
const KILLS = 3;

test('an undo that kills of the server interrupt goes on, and puts each item back once', async () => {
  const folder = temporaryFolder();
  const root = join(folder, 'files');
  mkdirSync(root);
  const names = Array.from({ length: COUNT }, (_, n) => `${n}.txt`);
  for (const name of names) writeFileSync(join(root, name), name);
  let running = await startServer(folder);
  const headers = { 'x-operation-group': 'all' };
  for (const name of names) await running.request('DELETE', `/api/resources/${name}`, headers);
  const back = () => readdirSync(root).filter((name) => name.endsWith('.txt'));
  expect(back()).toEqual([]);

  running.request('POST', '/api/history/undo').catch(() => undefined);
  const isJob = async () => (await running.jobs()).some(({ kind }) => kind === 'undo');
  while (!(await isJob())) await delay(20);
  const seen = [back().length];
  for (let kill = 0; kill < KILLS; kill += 1) {
    await delay(Math.random() * 200);
    await killed(running.server);
    seen.push(back().length);
    running = await startServer(folder);
  }
  expect(seen[1]).toBeGreaterThan(0);
  expect(seen[1]).toBeLessThan(COUNT);
  while ((await running.jobs()).some(({ endedAt }) => endedAt === undefined)) await delay(50);

  // On a busy machine, a deletion can take so long that it is a job as well.
  const undos = (await running.jobs()).filter(({ kind }) => kind === 'undo');
  expect(undos).toMatchObject([{ state: 'done', errorCount: 0 }]);
  expect(back().toSorted()).toEqual(names.toSorted());
  for (const name of names) expect(readFileSync(join(root, name), 'utf8')).toBe(name);
  expect(readdirSync(root)).not.toContain(TRASH_NAME);
  const listed = (await (
    await running.request('GET', '/api/history?limit=500')
  ).json()) as HistoryEntry[];
  expect(listed.map(({ kind, state }) => `${kind} ${state}`)).toEqual(
    names.map(() => 'delete undone'),
  );
});
