import { mkdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { folderOfFiles, randomFile } from '../lib/fixtures.mjs';
import { atMost, OURS } from '../lib/goals.mjs';
import { pause } from '../lib/processes.mjs';
import { startOurs } from '../lib/servers.mjs';

const CLIENTS = 200;
const SECONDS = 20;
/** Idle threads end, and memory is given back, within this. */
const REST_MS = 45_000;
const STALLED = 500;
const SENT = 1024 * 1024;
const MIB = 1024 * 1024;

export const memory = {
  name: 'memory',
  about: `what the process holds after ${CLIENTS} clients have done all kinds of things, and while ${STALLED} uploads stall`,
  metrics: [
    { name: 'at rest', unit: 'MB' },
    { name: 'under the load', unit: 'MB' },
    { name: 'after it : before it', unit: 'x', goal: atMost(1.5) },
    { name: 'descriptors, after - before', unit: '', goal: atMost(5) },
    { name: 'of stalled uploads', unit: 'MB', goal: atMost(100) },
  ],

  async prepare(bench) {
    const root = bench.folder('memory');
    folderOfFiles(root, 'entries-1000', { count: 1_000, bytes: 3 });
    folderOfFiles(root, 'entries-10000', { count: 10_000, bytes: 3 });
    folderOfFiles(root, 'packed', { count: 400, bytes: 50_000 });
    randomFile(root, 'large.bin', 50 * MIB);
    const { entry, scratch } = bench;
    const start = () => bench.started(startOurs({ entry, root, scratch }));
    return [{ name: OURS, measure: () => measure(bench, root, start) }];
  },
};

async function measure(bench, root, start) {
  // Each round with a fresh one: what a former round has left would be in the figure for before.
  const server = await start();
  const uploads = join(root, 'uploads');
  mkdirSync(uploads, { recursive: true });
  try {
    await fetch(urlOf(server, '/api/resources/entries-1000/'), { headers: server.headers });
    await pause(3_000);
    const before = server.program.residentMb();
    const descriptors = server.program.descriptors();
    await mixedLoad(bench, server);
    const under = server.program.peakMb();
    await pause(REST_MS);
    const after = server.program.residentMb();
    const left = server.program.descriptors() - descriptors;
    return {
      'at rest': before,
      'under the load': under,
      'after it : before it': after / before,
      'descriptors, after - before': left,
      'of stalled uploads': await stalledUploads(server),
    };
  } finally {
    await server.program.stop();
    rmSync(uploads, { recursive: true });
  }
}

/** All kinds of work, as fast as it is done. What is refused because it is too much at once is part of it. */
async function mixedLoad({ load, fixtures }, server) {
  const { headers } = server;
  const get = (target, more = {}) => ({ target, headers: { ...headers, ...more }, status: 200 });
  const login = Buffer.byteLength(server.credentials);
  const works = [
    get('/api/resources/entries-1000/', { 'Accept-Encoding': 'br' }),
    get('/api/resources/packed/'),
    get('/api/raw/large.bin'),
    get('/api/raw/entries-1000/photo-000003.mp3'),
    get('/'),
  ];
  const heavy = [
    '/api/resources/entries-10000/',
    '/api/search/?query=photo-0007',
    '/api/raw/packed?algo=zip',
    '/api/raw/packed?algo=targz',
    '/api/resources/entries-1000/photo-000000.txt?checksum=sha256',
  ];
  const uploads = Array.from({ length: 200 }, (_, index) => {
    const bytes = index % 4 === 0 ? 3 * MIB : 20_000;
    const target = `/api/resources/uploads/${index}.bin?override=true`;
    return { method: 'POST', target, headers, body: { at: 0, bytes }, status: 200 };
  });
  const units = Array.from({ length: 400 }, (_, index) => [works[index % works.length]]);
  const running = [
    load.run(server.port, {
      connections: CLIENTS - 60,
      batch: load.batch(units),
      seconds: SECONDS,
    }),
    load.run(server.port, {
      connections: 20,
      batch: load.batch(uploads.map((upload) => [upload])),
      body: fixtures.quarterFile,
      seconds: SECONDS,
    }),
    ...Array.from({ length: 40 }, (_, index) => repeat(server, heavy[index % heavy.length])),
  ];
  await Promise.all(running);
  if (login === 0) throw new Error('there are no credentials');
}

async function repeat(server, target) {
  const until = Date.now() + SECONDS * 1_000;
  while (Date.now() < until) {
    const reply = await fetch(urlOf(server, target), { headers: server.headers });
    for await (const _ of reply.body) if (Date.now() > until) break;
    if (reply.status === 429) await pause(200);
  }
}

/** By how much the process grows while bodies of 100 MiB have begun and do not go on. MB. */
async function stalledUploads(server) {
  const before = server.program.residentMb();
  const sockets = await Promise.all(
    Array.from({ length: STALLED }, (_, index) =>
      stall(server, `/api/resources/uploads/s${index}`),
    ),
  );
  await pause(3_000);
  const grown = server.program.residentMb() - before;
  for (const socket of sockets) socket.destroy();
  return grown;
}

async function stall(server, target) {
  const lines = [
    `POST ${target} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries(server.headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${100 * MIB}`,
    '',
    '',
  ];
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(lines.join('\r\n'));
  await new Promise((sent) => socket.write(Buffer.alloc(SENT), sent));
  return socket;
}

function urlOf({ port }, target) {
  return `http://127.0.0.1:${port}${target}`;
}
