import { join } from 'node:path';
import { atLeast, atMost, OURS } from '../lib/goals.mjs';
import { sha256OfFile } from '../lib/fixtures.mjs';
import { checkSha256 } from '../lib/check.mjs';

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;
const RANGES = 1_024;
const CLIENTS_FOR_MEMORY = 32;

export const downloads = {
  name: 'downloads',
  about: '1 GiB by one client, 256 MiB each by eight clients, ranges of 1 MiB, and memory',
  metrics: [
    { name: '1 client', unit: 'GiB/s', goal: atLeast(0.9, 'nginx') },
    { name: '8 clients', unit: 'GiB/s', goal: atLeast(0.9, 'nginx') },
    { name: '1 MiB ranges, 4 connections', unit: '/s', goal: atLeast(0.4, 'nginx') },
    { name: 'memory with 32 clients', unit: 'MB', goal: atMost(80) },
    { name: 'CPU, 1 client', unit: 's' },
  ],

  async prepare(bench) {
    const { root, big, quarter } = bench.fixtures;
    const servers = await bench.startReaders(root);
    for (const server of servers) {
      await checkSha256(server, '/quarter.bin', sha256OfFile(join(root, 'quarter.bin')));
    }
    return servers.map((server) => ({
      name: server.name,
      measure: () => measure(bench, server, { big, quarter }),
    }));
  },
};

async function measure({ load }, server, { big, quarter }) {
  const whole = [get(server, '/big.bin', big)];
  const cpuBefore = server.program.cpuSeconds();
  const one = await load.run(server.port, { connections: 1, batch: load.batch([whole]) });
  const cpu = server.program.cpuSeconds() - cpuBefore;
  const quarters = Array.from({ length: 8 }, () => [get(server, '/quarter.bin', quarter)]);
  const eight = await load.run(server.port, { connections: 8, batch: load.batch(quarters) });
  const ranges = Array.from({ length: RANGES }, () => [range(server, big)]);
  const pieces = await load.run(server.port, { connections: 4, batch: load.batch(ranges) });
  const figures = {
    '1 client': big / GIB / one.seconds,
    '8 clients': (8 * quarter) / GIB / eight.seconds,
    '1 MiB ranges, 4 connections': RANGES / pieces.seconds,
    'CPU, 1 client': cpu,
  };
  if (server.name === OURS) figures['memory with 32 clients'] = await memory(load, server, quarter);
  return figures;
}

async function memory(load, server, quarter) {
  const units = Array.from({ length: CLIENTS_FOR_MEMORY }, () => [
    get(server, '/quarter.bin', quarter),
  ]);
  server.program.forgetPeak();
  await load.run(server.port, { connections: CLIENTS_FOR_MEMORY, batch: load.batch(units) });
  return server.program.peakMb();
}

function get(server, path, replyBytes) {
  return { target: server.fileTarget(path), headers: server.headers, status: 200, replyBytes };
}

function range(server, size) {
  const start = Math.floor(Math.random() * (size - MIB));
  const headers = { ...server.headers, Range: `bytes=${start}-${start + MIB - 1}` };
  return { target: server.fileTarget('/big.bin'), headers, status: 206, replyBytes: MIB };
}
