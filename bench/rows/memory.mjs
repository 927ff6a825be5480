import { mkdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { folderOfFiles, randomFile } from '../lib/fixtures.mjs';
import { atMost, OURS } from '../lib/goals.mjs';
import { pause } from '../lib/processes.mjs';
import { addUser, startOurs } from '../lib/servers.mjs';

const CLIENTS = 200;
/** Number of users that share the clients. Replies that wait for one user are limited to 64 MiB; further requests get 429. */
const USERS = 10;
const SECONDS = 20;
/** Time after which idle threads have ended, memory is released and the server has closed idle connections (65 s). Milliseconds. */
const REST_MS = 70_000;
const STALLED = 500;
const SENT = 1024 * 1024;
const MIB = 1024 * 1024;

const HEAVY = [
  '/api/resources/entries-10000/',
  '/api/search/?query=photo-0007',
  '/api/raw/packed?algo=zip',
  '/api/raw/packed?algo=targz',
  '/api/resources/entries-1000/photo-000000.txt?checksum=sha256',
];

export const memory = {
  name: 'memory',
  about: `memory of the process after a mixed load by ${CLIENTS} clients of ${USERS} users, and while ${STALLED} uploads stall`,
  metrics: [
    { name: 'at rest', unit: 'MB' },
    { name: 'under the load', unit: 'MB' },
    { name: 'after it : before it', unit: 'x', goal: atMost(1.5) },
    { name: 'after it : after one client', unit: 'x' },
    { name: 'descriptors, after - before', unit: '', goal: atMost(5) },
    { name: 'requests', unit: '' },
    { name: 'refused with 429', unit: '' },
    { name: 'of stalled uploads, after 3 s', unit: 'MB', goal: atMost(100) },
    { name: 'of stalled uploads, after 10 s', unit: 'MB', goal: atMost(100) },
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
  // A server of its own for each round: memory that a former round has left would count as memory before the load.
  const server = await start();
  const uploads = join(root, 'uploads');
  mkdirSync(uploads, { recursive: true });
  try {
    const users = [];
    for (let index = 0; index < USERS; index += 1) {
      users.push(await addUser(server, `user-${index}`));
    }
    await fetch(urlOf(server, '/api/resources/entries-1000/'), { headers: server.headers });
    await pause(REST_MS);
    const before = server.program.residentMb();
    const descriptors = server.program.descriptors();
    await useOnce(server, users[0]);
    await pause(REST_MS);
    const afterOne = server.program.residentMb();
    const { requests, refused } = await mixedLoad(bench, server, users);
    const under = server.program.peakMb();
    await pause(REST_MS);
    const after = server.program.residentMb();
    const left = server.program.descriptors() - descriptors;
    return {
      'at rest': before,
      'under the load': under,
      'after it : before it': after / before,
      'after it : after one client': after / afterOne,
      'descriptors, after - before': left,
      requests,
      'refused with 429': refused,
      ...(await stalledUploads(server)),
    };
  } finally {
    await server.program.stop();
    rmSync(uploads, { recursive: true });
  }
}

/** Runs the heavy work once, so that every pool has the one thread that it keeps. */
async function useOnce(server, { headers }) {
  for (const target of HEAVY) {
    const reply = await fetch(urlOf(server, target), { headers });
    await reply.arrayBuffer();
    if (!reply.ok) throw new Error(`${target}: ${reply.status}`);
  }
}

/**
 * Runs listings, downloads, uploads, searches, archives and checksums at the same time for `SECONDS`. Resolves with the number of
 * requests, and of those that were refused because of too much at once; every other failure is an error.
 */
async function mixedLoad({ load, fixtures }, server, users) {
  const userOf = (index) => users[index % users.length];
  const get = (target, more = {}) => ({ target, headers: more, status: 200 });
  const works = [
    get('/api/resources/entries-1000/', { 'Accept-Encoding': 'br' }),
    get('/api/resources/packed/'),
    get('/api/raw/large.bin'),
    get('/api/raw/entries-1000/photo-000003.mp3'),
    get('/'),
  ];
  // Each user performs every kind of work.
  const units = users.flatMap(({ headers }) =>
    works.map((work) => [{ ...work, headers: { ...headers, ...work.headers } }]),
  );
  const uploads = Array.from({ length: 200 }, (_, index) => {
    const bytes = index % 4 === 0 ? 3 * MIB : 20_000;
    const target = `/api/resources/uploads/${index}.bin?override=true`;
    const { headers } = userOf(index);
    return [{ method: 'POST', target, headers, body: { at: 0, bytes }, status: 200 }];
  });
  const clients = { loading: CLIENTS - 60, uploading: 20, heavy: 40 };
  const done = await Promise.all([
    load.run(server.port, {
      connections: clients.loading,
      batch: load.batch(units),
      seconds: SECONDS,
    }),
    load.run(server.port, {
      connections: clients.uploading,
      batch: load.batch(uploads),
      body: fixtures.quarterFile,
      seconds: SECONDS,
    }),
    ...Array.from({ length: clients.heavy }, (_, index) => {
      const target = HEAVY[index % HEAVY.length];
      return repeat(server, { target, user: userOf(Math.floor(index / HEAVY.length)) });
    }),
  ]);
  const sum = (key) => done.reduce((total, each) => total + (each[key] ?? 0), 0);
  return { requests: sum('requests'), refused: sum('refused') };
}

async function repeat(server, { target, user }) {
  const counts = { requests: 0, refused: 0 };
  const until = Date.now() + SECONDS * 1_000;
  while (Date.now() < until) {
    const reply = await fetch(urlOf(server, target), { headers: user.headers });
    if (!reply.ok && reply.status !== 429) {
      throw new Error(`${target}: ${reply.status}`);
    }
    for await (const _ of reply.body) if (Date.now() > until) break;
    counts.requests += 1;
    if (reply.status !== 429) continue;
    counts.refused += 1;
    await pause(200);
  }
  return counts;
}

/** Returns the growth of the process while uploads of 100 MiB have started and then stall. MB. An idle server returns memory. */
async function stalledUploads(server) {
  const before = server.program.residentMb();
  const sockets = await Promise.all(
    Array.from({ length: STALLED }, (_, index) =>
      stall(server, `/api/resources/uploads/s${index}`),
    ),
  );
  const grown = {};
  let passed = 0;
  for (const seconds of [3, 10]) {
    await pause((seconds - passed) * 1_000);
    passed = seconds;
    grown[`of stalled uploads, after ${seconds} s`] = server.program.residentMb() - before;
  }
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
