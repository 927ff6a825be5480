import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { atMost, OURS } from '../lib/goals.mjs';
import { COMMON, MID, NONE, RARE, treeOfNames } from '../lib/many-names.mjs';
import { median } from '../lib/measure.mjs';
import { pause, Program } from '../lib/processes.mjs';
import { freePort, startOurs } from '../lib/servers.mjs';

const MANY = 1_000_000;
const FEWER = 200_000;
const FIND = 'find';
const FIRST = 100;
const TIMES = 5;
const LETTER = 'e';
const READY = /"names":(\d+),"ms":(\d+)/;

const QUERIES = [
  { name: 'many hits', query: COMMON },
  { name: 'some hits', query: MID },
  { name: 'one hit', query: RARE },
  { name: 'no hit', query: NONE },
  { name: 'one letter', query: LETTER },
  { name: 'two words', query: 'holiday jpg' },
];

export const search = {
  name: 'search',
  about:
    'index of a million names: reading, memory, the first hundred hits, and other requests meanwhile',
  metrics: [
    { name: '1M names read', unit: 'ms', goal: atMost(1.5, FIND) },
    { name: 'start to ready, 200k', unit: 'ms', goal: atMost(1_000) },
    { name: 'memory of 1M names', unit: 'MB', goal: atMost(45) },
    ...QUERIES.map(({ name }) => ({ name: `first 100: ${name}`, unit: 'ms', goal: atMost(15) })),
    { name: 'all hits of one letter', unit: 'ms' },
    { name: 'memory for all hits', unit: 'MB', goal: atMost(64) },
    { name: "listing's p99 while reading", unit: 'ms', goal: atMost(15) },
  ],

  async prepare(bench) {
    const { entry, scratch, load } = bench;
    const parent = join(bench.fixtures.root, '..');
    const roots = { many: treeOfNames(parent, MANY), fewer: treeOfNames(parent, FEWER) };
    roots.none = bench.folder('no-names');
    // Warms the disk cache, so that the first contender is not at a disadvantage.
    spawnSync('find', [roots.many], { stdio: 'ignore' });
    return [
      { name: OURS, measure: () => measure({ entry, scratch, load, roots }) },
      { name: FIND, measure: () => ({ '1M names read': timeFind(roots.many) }) },
    ];
  },
};

async function measure({ entry, scratch, load, roots }) {
  const figures = { 'start to ready, 200k': await timeToReady(entry, scratch, roots.fewer) };
  const memory = await memoryWith(entry, scratch, roots.many);
  figures['memory of 1M names'] = memory - (await memoryWith(entry, scratch, roots.none));

  const server = await startOurs({ entry, root: roots.many, scratch });
  try {
    figures["listing's p99 while reading"] = (await listUntilReady(load, server, '/area-03')).p99;
    figures['1M names read'] = Number(READY.exec(server.program.output)[2]);
    for (const { name, query } of QUERIES) {
      figures[`first 100: ${name}`] = await timeFirst(server, query);
    }
    figures['all hits of one letter'] = await timeAll(server, LETTER);
    figures['memory for all hits'] = await memoryForAll(server, LETTER);
  } finally {
    await server.program.stop();
  }
  return figures;
}

/** Returns the time from the start of the process until searches use the index. */
async function timeToReady(entry, scratch, root) {
  const port = String(await freePort());
  const args = [entry, '--root', root, '--database', join(scratch, `${port}.db`), '--port', port];
  const begun = performance.now();
  const program = new Program(process.execPath, args, { cwd: scratch });
  try {
    await program.until((output) => READY.test(output), 60_000);
    return performance.now() - begun;
  } finally {
    await program.stop();
  }
}

/** Returns the memory of a server that has indexed all names below its root and searched them once. */
async function memoryWith(entry, scratch, root) {
  const server = await startOurs({ entry, root, scratch });
  try {
    await server.program.until((output) => READY.test(output), 120_000);
    await readLines(server, NONE, FIRST);
    await pause(2_000);
    return server.program.residentMb();
  } finally {
    await server.program.stop();
  }
}

/** Lists a folder every 20 ms, from the log-in until the index is complete. */
async function listUntilReady(load, server, folder) {
  const target = server.folderTarget(folder);
  const batch = load.batch([[{ target, headers: server.headers, status: 200 }]]);
  const pings = load.start(server.port, { connections: 1, batch, seconds: 120, everyMs: 20 });
  await server.program.until((output) => READY.test(output), 120_000);
  await pause(200);
  pings.stop();
  return pings.result;
}

async function timeFirst(server, query) {
  const times = [];
  for (let time = 0; time < TIMES; time += 1) {
    const begun = performance.now();
    await readLines(server, query, FIRST);
    times.push(performance.now() - begun);
  }
  return median(times);
}

async function timeAll(server, query) {
  const begun = performance.now();
  const lines = await readLines(server, query, Infinity);
  if (lines < MANY / 2) throw new Error(`only ${lines} hits`);
  return performance.now() - begun;
}

/** Returns how far the peak memory rises above the memory before the search, in MB; the lowest of several searches. */
async function memoryForAll(server, query) {
  const rises = [];
  for (let time = 0; time < 3; time += 1) {
    const before = server.program.residentMb();
    server.program.forgetPeak();
    await readLines(server, query, Infinity);
    rises.push(server.program.peakMb() - before);
  }
  // Garbage differs from search to search; retained memory is the same each time.
  return Math.min(...rises);
}

/** Reads until the wanted number of lines or the end has arrived, then disconnects. */
async function readLines({ port, headers }, query, wanted) {
  const leaving = new AbortController();
  const url = `http://127.0.0.1:${port}/api/search/?query=${encodeURIComponent(query)}`;
  const reply = await fetch(url, { headers, signal: leaving.signal });
  if (reply.status !== 200) throw new Error(`search: ${reply.status}`);
  let lines = 0;
  try {
    for await (const bytes of reply.body) {
      for (const byte of bytes) if (byte === 0x0a) lines += 1;
      if (lines >= wanted) break;
    }
  } finally {
    leaving.abort();
  }
  return lines;
}

function timeFind(root) {
  const begun = performance.now();
  const { status } = spawnSync('find', [root], { stdio: 'ignore' });
  if (status !== 0) throw new Error('find failed');
  return performance.now() - begun;
}
