import { spawnSync } from 'node:child_process';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkListing } from '../lib/check.mjs';
import { folderOfFiles } from '../lib/fixtures.mjs';
import { atLeast, atMost, OURS } from '../lib/goals.mjs';
import { median } from '../lib/measure.mjs';

const SIZES = [
  { count: 1_000, label: '1k', times: 20 },
  { count: 10_000, label: '10k', times: 6 },
  { count: 100_000, label: '100k', times: 3 },
];
const CLIENTS = 500;
const FIND = 'find';

export const listing = {
  name: 'listing',
  about: 'listings one after the other, other requests meanwhile, and 500 clients',
  metrics: [
    { name: '1k entries', unit: 'ms' },
    { name: '10k entries', unit: 'ms' },
    { name: '100k entries', unit: 'ms', goal: atMost(1.3, FIND) },
    { name: "others' p99 during 100k", unit: 'ms', goal: atMost(10) },
    { name: "others' worst during 100k", unit: 'ms' },
    { name: '500 clients, 100 entries', unit: '/s', goal: atLeast(0.3, 'nginx') },
    { name: '500 clients, p99', unit: 'ms' },
  ],

  async prepare(bench) {
    const { root } = bench.fixtures;
    const folders = [100, ...SIZES.map(({ count }) => count)];
    for (const count of folders) folderOfFiles(root, folderOf(count), { count, bytes: 3 });
    const servers = await bench.startReaders(root);
    for (const server of servers) {
      for (const count of folders) await check(server, root, count);
    }
    return [
      ...servers.map((server) => ({
        name: server.name,
        measure: () => measure(bench.load, server),
      })),
      { name: FIND, measure: () => measureFind(root) },
    ];
  },
};

async function check(server, root, count) {
  const folder = join(root, folderOf(count));
  const names = readdirSync(folder);
  const expected = new Map(names.map((name) => [name, lstatSync(join(folder, name)).size]));
  await checkListing(server, `/${folderOf(count)}`, expected);
}

async function measure(load, server) {
  const figures = {};
  for (const { count, label, times } of SIZES) {
    const seen = await load.run(server.port, {
      connections: 1,
      batch: repeated(load, server, count, times),
    });
    figures[`${label} entries`] = seen.p50;
  }
  const others = await whileListing(load, server);
  figures["others' p99 during 100k"] = others.p99;
  figures["others' worst during 100k"] = others.worst;
  if (server.name === OURS || server.name === 'nginx') {
    const batch = repeated(load, server, 100, CLIENTS);
    const seen = await load.run(server.port, { connections: CLIENTS, batch, seconds: 3 });
    figures['500 clients, 100 entries'] = seen.requests / seen.seconds;
    figures['500 clients, p99'] = seen.p99;
  }
  return figures;
}

/** Requests a small file every 5 ms while another client lists 100,000 entries again and again. */
async function whileListing(load, server) {
  const target = server.fileTarget(`/${folderOf(1_000)}/photo-000000.txt`);
  const small = load.batch([[{ target, headers: server.headers, status: 200, replyBytes: 3 }]]);
  const pings = load.start(server.port, { connections: 1, batch: small, seconds: 600, everyMs: 5 });
  const batch = repeated(load, server, 100_000, 4);
  await load.run(server.port, { connections: 1, batch });
  pings.stop();
  return pings.result;
}

function repeated(load, server, count, times) {
  const target = server.folderTarget(`/${folderOf(count)}`);
  return load.batch(
    Array.from({ length: times }, () => [{ target, headers: server.headers, status: 200 }]),
  );
}

async function measureFind(root) {
  const figures = {};
  for (const { count, label, times } of SIZES) {
    const runs = Array.from({ length: times }, () => timeFind(join(root, folderOf(count))));
    figures[`${label} entries`] = median(runs);
  }
  return figures;
}

function timeFind(folder) {
  const format = String.raw`%f %s %T@ %y\n`;
  const begun = performance.now();
  const { status } = spawnSync('find', [folder, '-mindepth', '1', '-printf', format], {
    stdio: 'ignore',
  });
  if (status !== 0) throw new Error('find failed');
  return performance.now() - begun;
}

function folderOf(count) {
  return `entries-${count}`;
}
