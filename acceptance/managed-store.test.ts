import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { repetitions } from './repetitions.ts';
import { DATABASE_NAME, runProgram } from './server/setup-database.ts';
import { missingStorage, type Storage } from './server/storage.ts';
import { type Served, useServer } from './server/use-server.ts';

/** Number of kills; each interrupts all changes of a round at a random moment. */
const KILLS = repetitions({ usually: 4, soaking: 500 });
const FILES = 12;
const FOLDERS = ['copied', 'moved', 'deleted', 'merged', 'into'];
const OLD = 'old '.repeat(20_000);
const NEW = 'new '.repeat(30_000);

type Tree = Readonly<Record<string, string>>;

describe.each<[string, Storage]>([
  ['folder', 'managed'],
  ['bucket', 'bucket'],
])('a server on a managed store in a %s', (_, storage) => {
  const missing = missingStorage(storage);
  const served = useServer({ storage: missing === undefined ? storage : 'folder' });

  it.skipIf(missing !== undefined)(
    `loses nothing that it has acknowledged when it is killed ${KILLS} times`,
    { timeout: 30_000 * (KILLS + 2) },
    async () => {
      await served().sessions.tokenOf('carol');
      let longestMs = 300;
      for (let kill = 0; kill < KILLS; kill += 1) {
        const round = `/round-${kill}`;
        await prepare(served(), round);
        const begunAt = performance.now();
        const acknowledged = new Set<string>();
        const changes = changesOf(round).map(async ({ name, ...call }) => {
          const reply = await served()
            .as('carol', call)
            .catch(() => undefined);
          if (reply !== undefined && reply.status < 300) acknowledged.add(name);
        });
        void Promise.all(changes).then(() => {
          longestMs = Math.max(50, performance.now() - begunAt);
        });
        await sleep(Math.random() * longestMs);
        await served().server.kill();
        await Promise.all(changes);
        await served().server.resume();
        expect(problemsAfter(served(), round, acknowledged), `kill ${kill}`).toEqual([]);
      }
      await served().server.terminate();
      const { work, storeFlags } = served().server;
      const store = [...storeFlags, '-d', DATABASE_NAME];
      // It throws when it finds a problem.
      runProgram(work, ['storage', 'verify', ...store]);
      runProgram(work, ['storage', 'gc', '--keep', '0s', ...store]);
      runProgram(work, ['storage', 'verify', ...store]);
      await served().server.resume();
    },
  );
});

/** Creates the folders and files that are changed. */
async function prepare(served: Served, round: string): Promise<void> {
  await post(served, `${round}/`);
  for (const folder of FOLDERS) {
    await post(served, `${round}/${folder}/`);
    const own = folder === 'into' ? 'kept' : 'file';
    for (let number = 0; number < FILES; number += 1) {
      await post(served, `${round}/${folder}/${own}-${number}.txt`, `${folder} ${number}`);
    }
  }
  await post(served, `${round}/replaced.txt`, OLD);
}

async function post(served: Served, path: string, body = ''): Promise<void> {
  const reply = await served.as('carol', { method: 'POST', path: `/api/resources${path}`, body });
  expect(reply.status).toBe(200);
}

function changesOf(round: string) {
  const transfer = (name: string, action: string, to: string, more = '') => ({
    name,
    method: 'PATCH',
    path: `/api/resources${round}/${name}?action=${action}&destination=${encodeURIComponent(`${round}/${to}`)}${more}`,
  });
  const uploads = [1, 2, 3, 4].map((number) => ({
    name: `upload-${number}`,
    method: 'POST',
    path: `/api/resources${round}/upload-${number}`,
    body: NEW,
  }));
  return [
    ...uploads,
    { name: 'replaced', method: 'PUT', path: `/api/resources${round}/replaced.txt`, body: NEW },
    { name: 'deleted', method: 'DELETE', path: `/api/resources${round}/deleted` },
    transfer('copied', 'copy', 'copy'),
    transfer('moved', 'rename', 'new-place'),
    transfer('merged', 'rename', 'into', '&override=true'),
  ];
}

/** Describes each change that has happened in part, or was acknowledged and has not happened. */
function problemsAfter(served: Served, round: string, acknowledged: ReadonlySet<string>): string[] {
  served.server.exportFiles();
  const folder = served.server.pathOf(`srv${round}`);
  const treeAt = (name: string) => readTree(join(folder, name));
  const full = (name: string, own = 'file'): Tree =>
    Object.fromEntries(
      Array.from({ length: FILES }, (_, number) => [`/${own}-${number}.txt`, `${name} ${number}`]),
    );
  const states: Readonly<Record<string, readonly [isDone: boolean, isUndone: boolean]>> = {
    ...Object.fromEntries(
      [1, 2, 3, 4].map((number) => {
        const tree = treeAt(`upload-${number}`);
        return [`upload-${number}`, [isSame(tree, { '': NEW }), tree === undefined] as const];
      }),
    ),
    replaced: [
      isSame(treeAt('replaced.txt'), { '': NEW }),
      isSame(treeAt('replaced.txt'), { '': OLD }),
    ],
    deleted: [treeAt('deleted') === undefined, isSame(treeAt('deleted'), full('deleted'))],
    copied: [isSame(treeAt('copy'), full('copied')), treeAt('copy') === undefined],
    moved: [
      isSame(treeAt('new-place'), full('moved')) && treeAt('moved') === undefined,
      treeAt('new-place') === undefined && isSame(treeAt('moved'), full('moved')),
    ],
    merged: [
      isSame(treeAt('into'), { ...full('into', 'kept'), ...full('merged') }) &&
        treeAt('merged') === undefined,
      isSame(treeAt('into'), full('into', 'kept')) && isSame(treeAt('merged'), full('merged')),
    ],
  };
  return Object.entries(states).flatMap(([name, [isDone, isUndone]]) => {
    if (!isDone && !isUndone) return [`${name} has happened in part`];
    return acknowledged.has(name) && !isDone ? [`${name} was acknowledged and is lost`] : [];
  });
}

function readTree(root: string): Tree | undefined {
  if (!existsSync(root)) return undefined;
  if (!statSync(root).isDirectory()) return { '': readFileSync(root, 'utf8') };
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(root.length), readFileSync(path, 'utf8')];
    }),
  );
}

function isSame(one: Tree | undefined, other: Tree): boolean {
  if (one === undefined) return false;
  const paths = Object.keys(other);
  return (
    paths.length === Object.keys(one).length && paths.every((path) => one[path] === other[path])
  );
}
