import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOfFiles, randomFile } from '../lib/fixtures.mjs';
import { atMost, OURS } from '../lib/goals.mjs';
import { startOurs } from '../lib/servers.mjs';
import { timedRequest } from '../lib/timed-request.mjs';

const FOLDERS = 200;
const FILES_IN_EACH = 100;
const FILE_BYTES = 4_096;
const LARGE_BYTES = 2 * 1024 ** 3;
const COREUTILS = 'cp and rm';

const COUNT = `${(FOLDERS * FILES_IN_EACH) / 1_000}k files`;
const COPY = `copy of ${COUNT}`;
const DELETE = `deletion of ${COUNT}`;
const LARGE = 'copy of 2 GiB';

export const trees = {
  name: 'trees',
  about: `operations on ${COUNT} files of 4 KiB in ${FOLDERS} folders, and on one of 2 GiB, on the disk; times and modes are kept`,
  metrics: [
    { name: COPY, unit: 's', goal: atMost(1.3, COREUTILS) },
    { name: DELETE, unit: 's', goal: atMost(1.5, COREUTILS) },
    { name: LARGE, unit: 's', goal: atMost(1, COREUTILS) },
    { name: `${COPY}, CPU`, unit: 's' },
    { name: `${DELETE}, CPU`, unit: 's' },
    { name: `${LARGE}, CPU`, unit: 's' },
  ],

  async prepare(bench) {
    const root = bench.folder('trees');
    plantTree(join(root, 'tree'));
    randomFile(root, 'large.bin', LARGE_BYTES);
    const { entry, scratch } = bench;
    const server = await bench.started(startOurs({ entry, root, scratch }));
    return [
      { name: OURS, measure: () => measureOurs(server, root) },
      { name: COREUTILS, measure: () => measureCoreutils(root) },
    ];
  },
};

function plantTree(folder) {
  if (existsSync(`${folder}.complete`)) return;
  mkdirSync(folder);
  for (let index = 0; index < FOLDERS; index += 1) {
    folderOfFiles(folder, `folder-${index}`, { count: FILES_IN_EACH, bytes: FILE_BYTES });
  }
  writeFileSync(`${folder}.complete`, '');
}

async function measureOurs(server, root) {
  const { program } = server;
  const figures = {};
  const timed = async (name, work) => {
    flush(root);
    const cpuBefore = program.cpuSeconds();
    const startedAt = performance.now();
    await work();
    figures[name] = (performance.now() - startedAt) / 1_000;
    figures[`${name}, CPU`] = program.cpuSeconds() - cpuBefore;
  };
  await timed(COPY, () => copy(server, 'tree', 'copied-tree'));
  execFileSync('diff', ['-r', join(root, 'tree'), join(root, 'copied-tree')]);
  await timed(DELETE, () =>
    timedRequest(server, { method: 'DELETE', target: '/api/resources/copied-tree', status: 204 }),
  );
  if (existsSync(join(root, 'copied-tree'))) throw new Error('the tree was not deleted');
  await timed(LARGE, () => copy(server, 'large.bin', 'copied.bin'));
  if (statSync(join(root, 'copied.bin')).size !== LARGE_BYTES)
    throw new Error('the copy is incomplete');
  execFileSync('rm', [join(root, 'copied.bin')]);
  return figures;
}

function measureCoreutils(root) {
  const figures = {};
  const timed = (name, program, args) => {
    flush(root);
    const startedAt = performance.now();
    execFileSync(program, args, { cwd: root });
    figures[name] = (performance.now() - startedAt) / 1_000;
  };
  timed(COPY, 'cp', ['-a', 'tree', 'copied-tree']);
  timed(DELETE, 'rm', ['-r', 'copied-tree']);
  timed(LARGE, 'cp', ['-a', 'large.bin', 'copied.bin']);
  execFileSync('rm', [join(root, 'copied.bin')]);
  return figures;
}

/** Flushes pending writes, so that the next contender does not wait for them. */
function flush(folder) {
  execFileSync('sync', ['-f', folder]);
}

function copy(server, from, to) {
  const target = `/api/resources/${from}?action=copy&destination=%2F${to}`;
  return timedRequest(server, { method: 'PATCH', target, status: 200 });
}
