import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { HistoryEntry, UndoOutcome } from '#contract/history.ts';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import type { TrashedItem } from '#contract/trash.ts';
import type { FileVersions } from '#contract/versions.ts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../metadata/database.ts';
import { updateGlobalSettings } from '../../metadata/settings.ts';
import { emptyPostgres, missingPostgres, temporaryFolder } from '../../testing/engines.ts';
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

test('an undo that a kill interrupts between its two halves goes on', async () => {
  const folder = temporaryFolder();
  const root = join(folder, 'files');
  mkdirSync(root);
  const files = { 'a.txt': 'the moved file', 'b.txt': 'the replaced file' };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  const names = () => readdirSync(root).filter((name) => name.endsWith('.txt'));
  const first = await startServer(folder);
  await first.request(
    'PATCH',
    '/api/resources/a.txt?action=rename&destination=/b.txt&override=true',
  );
  expect(names()).toEqual(['b.txt']);
  await killed(first.server);

  // The command after the move back waits until the server is killed.
  const [begun, over] = [join(folder, 'begun'), join(folder, 'over')];
  onTestFinished(() => writeFileSync(over, ''));
  const line = `/bin/sh -c 'touch ${begun}; until [ -e ${over} ]; do sleep 0.1; done'`;
  const db = await openDatabase({ kind: 'sqlite', file: join(folder, 'fb.db') }, 'server');
  const commands = { after_rename: [line] };
  await db.write((tx) => updateGlobalSettings(tx, (stored) => ({ ...stored, commands })));
  await db.close();
  const second = await startServer(folder, {
    more: ['--disableExec=false', '--commandSandbox=off'],
  });
  second.request('POST', '/api/history/undo').catch(() => undefined);
  while (!existsSync(begun) || (await second.jobs()).length === 0) await delay(20);
  expect(names()).toEqual(['a.txt']);
  await killed(second.server);

  const third = await startServer(folder);
  while ((await third.jobs()).some(({ endedAt }) => endedAt === undefined)) await delay(50);
  expect(await third.jobs()).toMatchObject([{ kind: 'undo', state: 'done', errorCount: 0 }]);
  for (const [name, text] of Object.entries(files))
    expect(readFileSync(join(root, name), 'utf8')).toBe(text);
  expect(readdirSync(root)).not.toContain(TRASH_NAME);
});

/** Returns the flags of the storage, and the address of an empty database. */
async function parts(folder: string, { engine, storage }: { engine: string; storage: string }) {
  const more = storage === 'folder' ? [] : [`--storage=managed:${join(folder, 'store')}`];
  if (engine === 'SQLite') return { more };
  const database = await emptyPostgres();
  return database.kind === 'postgres' ? { more, database: database.url } : { more };
}

/** Moments of the undo of a move that has replaced a file, by the query that would come next. */
const MOMENTS = [
  { moment: 'when the file is back, which is not stored yet', query: 'update history', nth: '1' },
  { moment: 'between the two halves', query: 'insert into operation', nth: '2' },
  {
    moment: 'when the replaced file is back, which is not stored yet',
    query: 'update history',
    nth: '2',
  },
];

const missing = missingPostgres();

describe.each([
  { engine: 'SQLite', storage: 'folder' },
  { engine: 'SQLite', storage: 'managed store' },
  { engine: 'PostgreSQL', storage: 'folder' },
  { engine: 'PostgreSQL', storage: 'managed store' },
])('on a $storage with $engine', (kind) => {
  const why = kind.engine === 'PostgreSQL' ? missing : undefined;
  test.skipIf(why !== undefined).each(MOMENTS)(
    'the undo of a move that has replaced a file loses nothing by a kill $moment',
    async ({ query: next, nth }) => {
      const folder = temporaryFolder();
      mkdirSync(join(folder, 'files'));
      const options = await parts(folder, kind);
      const first = await startServer(folder, options);
      const names = ['moved.txt', 'replaced.txt'];
      for (const name of names) {
        await first.request('POST', `/api/resources/${name}`, {}, `earlier ${name}`);
        await first.request('POST', `/api/resources/${name}?override=true`, {}, name);
      }
      const query = 'action=rename&destination=/replaced.txt&override=true';
      const headers = { 'x-operation-group': 'moving' };
      const url = `/api/resources/moved.txt?${query}`;
      expect((await first.request('PATCH', url, headers)).status).toBe(200);
      await killed(first.server);

      const body = JSON.stringify({ group: 'moving' });
      const second = await startServer(folder, { ...options, killedAt: { query: next, nth } });
      const ended = once(second.server, 'exit');
      const undone = second.request('POST', '/api/history/undo', {}, body);
      await expect(undone).rejects.toThrow('fetch failed');
      expect(await ended).toEqual([null, 'SIGKILL']);

      const third = await startServer(folder, options);
      // On a busy machine, the undo may have become a job, which goes on.
      while ((await third.jobs()).some(({ endedAt }) => endedAt === undefined)) await delay(50);
      const rest = await third.request('POST', '/api/history/undo', {}, body);
      if (rest.status !== 404) {
        const { results } = (await rest.json()) as UndoOutcome;
        expect(results.filter(({ state }) => state !== 'undone')).toEqual([]);
      }
      const json = async <T>(url: string) => (await third.request('GET', url)).json() as T;
      for (const name of names) {
        expect(await (await third.request('GET', `/api/raw/${name}`)).text()).toBe(name);
        const { items } = await json<FileVersions>(`/api/versions/${name}`);
        const texts = items.map(async ({ id }) =>
          (await third.request('GET', `/api/version/${id}/raw/`)).text(),
        );
        expect(await Promise.all(texts)).toEqual([`earlier ${name}`]);
      }
      expect(await json<TrashedItem[]>('/api/trash')).toEqual([]);
      const listed = await json<HistoryEntry[]>('/api/history');
      expect(listed.filter(({ state }) => state === 'undone')).toHaveLength(1);
    },
  );
});
