import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkUploads, folderOfFiles } from '../lib/fixtures.mjs';
import { atLeast, OURS } from '../lib/goals.mjs';
import { startNginx, startOurs } from '../lib/servers.mjs';
import { appendChunk, createUpload } from '../lib/tus.mjs';

const COUNT = 2_000;
const BYTES = 10 * 1024;
const CONNECTIONS = 5;
const MARK = 500;
const FILLED = 20_000;

const nameOf = (index) => `upload-${index}.bin`;

export const smallUploads = {
  name: 'small-uploads',
  about: `${COUNT} files of 10 KiB on the disk, ${CONNECTIONS} at once; this server flushes them, nginx does not`,
  metrics: [
    { name: 'POST', unit: '/s', goal: atLeast(0.6, 'nginx') },
    { name: 'tus', unit: '/s', goal: atLeast(0.4, 'nginx') },
    { name: 'POST, CPU', unit: 'ms' },
    { name: 'tus, CPU', unit: 'ms' },
    { name: 'POST, p99', unit: 'ms' },
    { name: `POST into ${FILLED} files, last 500 : first 500`, unit: 'x', goal: atLeast(0.9) },
    { name: `POST, into ${FILLED} files : into none`, unit: 'x', goal: atLeast(0.9) },
  ],

  async prepare(bench) {
    const root = bench.folder('small-uploads');
    folderOfFiles(root, 'filled', { count: FILLED, bytes: 10 });
    const { entry, scratch } = bench;
    const ours = await bench.started(startOurs({ entry, root, scratch }));
    const nginx = await bench.started(startNginx({ root, scratch }));
    return [
      { name: OURS, measure: () => measureOurs(bench, root, ours) },
      { name: 'nginx', measure: () => measureNginx(bench, root, nginx) },
    ];
  },
};

async function measureOurs(bench, root, server) {
  const posted = await send(bench, root, server, { folder: 'post', unit: postUnit });
  const byTus = await send(bench, root, server, { folder: 'tus', unit: tusUnit });
  const filled = await send(bench, root, server, { folder: 'filled', unit: postUnit });
  return {
    POST: posted.rate,
    tus: byTus.rate,
    'POST, CPU': posted.cpuMs,
    'tus, CPU': byTus.cpuMs,
    'POST, p99': posted.p99,
    [`POST into ${FILLED} files, last 500 : first 500`]: filled.firstSeconds / filled.lastSeconds,
    [`POST, into ${FILLED} files : into none`]: filled.rate / posted.rate,
  };
}

async function measureNginx(bench, root, server) {
  const put = await send(bench, root, server, { folder: 'put', unit: putUnit });
  return { POST: put.rate, tus: put.rate, 'POST, CPU': put.cpuMs, 'POST, p99': put.p99 };
}

async function send({ load, fixtures }, root, server, { folder, unit }) {
  const target = join(root, folder);
  mkdirSync(target, { recursive: true });
  const units = Array.from({ length: COUNT }, (_, index) =>
    unit(server, `/${folder}/${nameOf(index)}`, { at: index * BYTES, bytes: BYTES }),
  );
  const batch = load.batch(units);
  const cpuBefore = server.program.cpuSeconds();
  const options = { connections: CONNECTIONS, batch, mark: MARK, body: fixtures.quarterFile };
  const seen = await load.run(server.port, options);
  const cpu = server.program.cpuSeconds() - cpuBefore;
  checkUploads(target, { count: COUNT, bytes: BYTES, nameOf, source: fixtures.quarterFile });
  clear(target);
  return { ...seen, rate: COUNT / seen.seconds, cpuMs: (cpu / COUNT) * 1_000 };
}

function clear(folder) {
  for (const name of readdirSync(folder)) {
    if (name.startsWith('upload-')) rmSync(join(folder, name));
  }
}

function postUnit({ headers }, path, body) {
  const target = `/api/resources${path}?override=false`;
  return [{ method: 'POST', target, headers, body, status: 200 }];
}

function tusUnit(server, path, body) {
  return [createUpload(server, path, body.bytes), appendChunk(server, path, { offset: 0, body })];
}

function putUnit(_server, path, body) {
  return [{ method: 'PUT', target: path, body, status: 201 }];
}
