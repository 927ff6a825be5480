import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOfFiles } from '../lib/fixtures.mjs';
import { atMost, OURS } from '../lib/goals.mjs';
import { median } from '../lib/measure.mjs';
import { pause } from '../lib/processes.mjs';
import { startOurs } from '../lib/servers.mjs';

const FILES_IN_EACH = 100;
const TREE_FOLDERS = 200;
const JOB_FOLDERS = 1_000;
const FILE_BYTES = 1_024;
/** Number of renames, and of requests that change nothing. */
const RENAMES = 200;
const ASK_EVERY_MS = 10;
const RM = 'rm -r';

const DELETE = 'deletion of 20k files';
const RESTORE = 'restore of 20k files';
const OVERHEAD = 'rename, beyond a request that changes nothing';
const OTHERS = 'p99 of others while 100k files are copied';

/** Moves a folder into the trash and back, renames a file, and asks for a small listing while a large copy runs. */
export const trash = {
  name: 'trash',
  about:
    'a folder of 20,000 files into the trash and back, renames of a file, and small listings during a copy of 100,000 files',
  metrics: [
    { name: DELETE, unit: 's', goal: atMost(0.1, RM) },
    { name: RESTORE, unit: 's', goal: atMost(0.1, RM) },
    { name: OVERHEAD, unit: 'ms', goal: atMost(2) },
    { name: OTHERS, unit: 'ms', goal: atMost(15) },
  ],

  async prepare(bench) {
    const root = bench.folder('trash');
    plant(join(root, 'many'), JOB_FOLDERS);
    mkdirSync(join(root, 'small'));
    writeFileSync(join(root, 'small', 'a'), 'a');
    const { entry, scratch } = bench;
    const server = await bench.started(startOurs({ entry, root, scratch }));
    return [
      { name: OURS, measure: () => measureOurs(server, root) },
      { name: RM, measure: () => measureRm(root) },
    ];
  },
};

function plant(folder, folders) {
  mkdirSync(folder);
  for (let index = 0; index < folders; index += 1)
    folderOfFiles(folder, `folder-${index}`, { count: FILES_IN_EACH, bytes: FILE_BYTES });
}

async function measureOurs(server, root) {
  const tree = join(root, 'tree');
  plant(tree, TREE_FOLDERS);
  flush(root);
  const figures = {};
  let trashed;
  figures[DELETE] = await seconds(async () => {
    const reply = await call(server, 'DELETE', '/api/resources/tree', 204);
    trashed = reply.headers.get('x-trashed');
  });
  if (existsSync(tree)) throw new Error('the tree was not deleted');
  figures[RESTORE] = await seconds(() =>
    call(server, 'POST', `/api/trash/${trashed}/restore`, 200),
  );
  if (!existsSync(tree)) throw new Error('the tree was not restored');
  execFileSync('rm', ['-r', tree]);
  figures[OVERHEAD] = await overheadOfRename(server);
  figures[OTHERS] = await othersDuringJob(server, root);
  return figures;
}

function measureRm(root) {
  plant(join(root, 'tree'), TREE_FOLDERS);
  flush(root);
  const startedAt = performance.now();
  execFileSync('rm', ['-r', join(root, 'tree')]);
  const took = (performance.now() - startedAt) / 1_000;
  return { [DELETE]: took, [RESTORE]: took };
}

/** Alternates renames with requests that resolve and authorize the same file, so that a busy minute hits both. */
async function overheadOfRename(server) {
  const renames = [];
  const others = [];
  for (let n = 0; n < RENAMES; n += 1) {
    const [from, to] = n % 2 === 0 ? ['a', 'b'] : ['b', 'a'];
    const target = `/api/resources/small/${from}?action=rename&destination=%2Fsmall%2F${to}`;
    renames.push(await seconds(() => call(server, 'PATCH', target, 200)));
    const facts = `/api/resources/small/${to}?content=false`;
    others.push(await seconds(() => call(server, 'GET', facts, 200)));
  }
  return (median(renames) - median(others)) * 1_000;
}

async function othersDuringJob(server, root) {
  flush(root);
  const target = '/api/resources/many?action=copy&destination=%2Fcopied';
  let isDone = false;
  const copy = call(server, 'PATCH', target, 200).finally(() => (isDone = true));
  const times = [];
  while (!isDone) {
    times.push(await seconds(() => call(server, 'GET', '/api/resources/small', 200)));
    await pause(ASK_EVERY_MS);
  }
  await copy;
  execFileSync('rm', ['-r', join(root, 'copied')]);
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.99)] * 1_000;
}

/** Flushes pending writes, so that the next contender does not wait for them. */
function flush(folder) {
  execFileSync('sync', ['-f', folder]);
}

async function seconds(work) {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}

async function call({ port, headers }, method, target, status) {
  const reply = await fetch(`http://127.0.0.1:${port}${target}`, { method, headers });
  await reply.arrayBuffer();
  if (reply.status !== status) throw new Error(`${method} ${target}: ${reply.status}`);
  return reply;
}
