import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mountHanging, whyNoHangingMount } from '../../scripts/hanging-mount.mjs';
import { folderOfFiles, randomFile } from '../lib/fixtures.mjs';
import { atMost, OURS } from '../lib/goals.mjs';
import { startOurs } from '../lib/servers.mjs';

const DOWNLOAD = 3 * 1024 * 1024;
const UPLOAD = 10 * 1024;
const TIMES = 40;
const STUCK = 4;

const WORK = ['log-in', 'listing of 100', 'download of 3 MiB', 'upload of 10 KiB'];

export const hangingMount = {
  name: 'hanging-mount',
  about: `durations for other users while ${STUCK} downloads of one user hang in a mounted file system, compared with usual ones`,
  metrics: WORK.flatMap((name) => [
    { name, unit: 'ms' },
    { name: `${name}, meanwhile : usually`, unit: 'x', goal: atMost(2) },
  ]),

  async prepare(bench) {
    const obstacle = whyNoHangingMount();
    if (obstacle !== undefined) throw new Error(obstacle);
    const root = bench.folder('hanging-mount');
    folderOfFiles(root, 'entries-100', { count: 100, bytes: 3 });
    randomFile(root, 'well.bin', DOWNLOAD);
    mkdirSync(join(root, 'uploads'), { recursive: true });
    const mount = await mountHanging(join(root, 'dead'));
    randomFile(mount.backing, 'large.bin', DOWNLOAD);
    const { entry, scratch } = bench;
    const server = await bench.started(startOurs({ entry, root, scratch }));
    // The mount is removed before the server stops, so that no thread hangs.
    const { program } = server;
    await bench.started({ program: { stop: async () => mount.unmount() } });
    const credentials = join(scratch, 'credentials.json');
    writeFileSync(credentials, server.credentials);
    return [
      { name: OURS, measure: () => measure(bench, { server, root, mount, credentials, program }) },
    ];
  },
};

async function measure(bench, { server, root, mount, credentials }) {
  const usual = await work(bench, { server, root, credentials });
  await mount.hang({ operations: ['READ'] });
  const stuck = Array.from({ length: STUCK }, () =>
    fetch(`http://127.0.0.1:${server.port}${server.fileTarget('/dead/large.bin')}`, {
      headers: server.headers,
    }).then((reply) => reply.arrayBuffer()),
  );
  await mount.held(STUCK);
  const meanwhile = await work(bench, { server, root, credentials });
  await mount.release();
  await Promise.all(stuck);
  return Object.fromEntries(
    WORK.flatMap((name) => [
      [name, usual[name]],
      [`${name}, meanwhile : usually`, meanwhile[name] / usual[name]],
    ]),
  );
}

/** Returns the median duration of each kind of work, measured one after the other. */
async function work({ load, fixtures }, { server, root, credentials }) {
  const { headers, port } = server;
  const times = (unit) => load.batch(Array.from({ length: TIMES }, (_, index) => [unit(index)]));
  const login = {
    method: 'POST',
    target: '/api/login',
    headers: { 'Content-Type': 'application/json' },
    body: { at: 0, bytes: Buffer.byteLength(server.credentials) },
    status: 200,
  };
  const listing = { target: server.folderTarget('/entries-100'), headers, status: 200 };
  const download = {
    target: server.fileTarget('/well.bin'),
    headers,
    status: 200,
    replyBytes: DOWNLOAD,
  };
  const upload = (index) => ({
    method: 'POST',
    target: `/api/resources/uploads/${index}.bin`,
    headers,
    body: { at: index * UPLOAD, bytes: UPLOAD },
    status: 200,
  });
  const runs = [
    { batch: times(() => login), body: credentials },
    { batch: times(() => listing) },
    { batch: times(() => download) },
    { batch: times(upload), body: fixtures.quarterFile },
  ];
  const figures = {};
  for (const [index, options] of runs.entries()) {
    const seen = await load.run(port, { connections: 1, ...options });
    figures[WORK[index]] = seen.p50;
  }
  rmSync(join(root, 'uploads'), { recursive: true });
  mkdirSync(join(root, 'uploads'));
  return figures;
}
