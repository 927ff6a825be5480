import { join } from 'node:path';
import { checkSome } from '../lib/check.mjs';
import { fileName, folderOfFiles, sha256OfFile } from '../lib/fixtures.mjs';
import { atLeast } from '../lib/goals.mjs';

const COUNT = 1_000;
const CONNECTIONS = 32;
const SECONDS = 2;
const KIB = 1024;
const SIZES = [4, 100];

export const smallDownloads = {
  name: 'small-downloads',
  about: `${COUNT} files, one after the other, over ${CONNECTIONS} connections, every request authenticated`,
  metrics: SIZES.flatMap((kib) => [
    { name: `${kib} KiB`, unit: '/s', goal: atLeast(0.5, 'nginx') },
    { name: `${kib} KiB, CPU`, unit: 'us' },
    { name: `${kib} KiB, p99`, unit: 'ms' },
  ]),

  async prepare(bench) {
    const { root } = bench.fixtures;
    for (const kib of SIZES) folderOfFiles(root, folderOf(kib), { count: COUNT, bytes: kib * KIB });
    const servers = await bench.startReaders(root);
    for (const server of servers) {
      for (const kib of SIZES) await checkSome(server, filesOf(root, kib));
    }
    return servers.map((server) => {
      const batches = SIZES.map((kib) => [kib, bench.load.batch(requestsFor(server, kib))]);
      return { name: server.name, measure: () => measure(bench.load, server, batches) };
    });
  },
};

async function measure(load, server, batches) {
  const figures = {};
  for (const [kib, batch] of batches) {
    const cpuBefore = server.program.cpuSeconds();
    const seen = await load.run(server.port, { connections: CONNECTIONS, batch, seconds: SECONDS });
    const cpu = server.program.cpuSeconds() - cpuBefore;
    figures[`${kib} KiB`] = seen.requests / seen.seconds;
    figures[`${kib} KiB, CPU`] = (cpu / seen.requests) * 1e6;
    figures[`${kib} KiB, p99`] = seen.p99;
  }
  return figures;
}

function requestsFor(server, kib) {
  return Array.from({ length: COUNT }, (_, index) => [
    {
      target: server.fileTarget(`/${folderOf(kib)}/${fileName(index)}`),
      headers: server.headers,
      status: 200,
      replyBytes: kib * KIB,
    },
  ]);
}

function filesOf(root, kib) {
  return Array.from({ length: COUNT }, (_, index) => {
    const path = `/${folderOf(kib)}/${fileName(index)}`;
    return { path, sha256: () => sha256OfFile(join(root, path)) };
  });
}

function folderOf(kib) {
  return `files-of-${kib}-kib`;
}
