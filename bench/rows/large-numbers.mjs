import { copyFileSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { createPostgresDatabase } from '../../scripts/postgres-database.mjs';
import { atMost, OURS } from '../lib/goals.mjs';
import {
  addSurplusToPostgres,
  addSurplusToSqlite,
  fillPostgres,
  fillSqlite,
  SHARED_FILES,
  sharedFile,
} from '../lib/large-database.mjs';
import { Program } from '../lib/processes.mjs';
import { freePort, logIn } from '../lib/servers.mjs';

const ON_POSTGRES = 'filebrowser on PostgreSQL';
const PROBE = join(import.meta.dirname, '..', 'lib', 'loop-probe.mjs');
const LONGEST_TURN_GOAL = atMost(20);
const START_WITHIN_MS = 600_000;
const SETTLED_MS = 1_000;
const PASSWORD = 'a long test password';
/** Hash of PASSWORD with a low cost, because another row measures logins. */
const PASSWORD_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$O2cnHZA8wXSjuAX3ErZ35w$c79sJmXNDk4EdUMg8UhB+6/NM9UiP+pFmqYgoRuu+MM';
const MONITOR_TOKEN = 'bench-bench-bench-bench-bench-bench';

/** Measured requests, by the names of their figures. */
const REQUESTS = {
  'all users': { target: '/api/users' },
  'users, a page': { target: '/api/users?limit=500' },
  'users, searched': { target: '/api/users?limit=500&search=99' },
  'users, by last use': { target: '/api/users?limit=500&sort=-seen' },
  'a new user': { method: 'POST', target: '/api/users', body: newUser },
  'all shares': { target: '/api/shares' },
  'shares, a page': { target: '/api/shares?limit=500' },
  'shares, searched': { target: '/api/shares?limit=500&search=file-99' },
  'shares, not found': { target: '/api/shares?limit=500&search=nothing-has-this-name' },
  'shares, by path': { target: '/api/shares?limit=500&sort=path' },
  'shares, by owner': { target: '/api/shares?limit=500&sort=-owner' },
  'shares, by use': { target: '/api/shares?limit=500&sort=-used' },
  'shares of a file': { target: '/api/share/file-7.txt' },
  'sessions of a user': { target: '/api/sessions' },
  'audit, a page': { target: '/api/audit?limit=500' },
  'audit, failed': { target: '/api/audit?limit=500&failed=true' },
  'audit, of a user': { target: '/api/audit?user=user-77' },
  'audit, of an unknown user': { target: '/api/audit?user=nobody' },
  'audit, rare act': { target: '/api/audit?what=settings-change' },
  'audit, long ago': { target: `/api/audit?until=${Date.now() - 999_000_000}` },
  'log-in': { method: 'POST', target: '/api/login', body: ({ credentials }) => credentials },
  metrics: { target: '/metrics', headers: { authorization: `Bearer ${MONITOR_TOKEN}` } },
};
/** 500,000 audit entries, 50,000 sessions, 10,000 shares and 140,000 uses of shares are removed. */
const CLEANUP = 'cleanup';

export const largeNumbers = {
  name: 'large-numbers',
  about:
    'longest time that one request holds the event loop, with 10,000 users, 100,000 shares, 1,000,000 audit entries, ' +
    '300,000 sessions and 1,200,000 uses of shares',
  metrics: [
    ...Object.keys(REQUESTS).flatMap((name) => [
      { name: `${name}, held`, unit: 'ms', goal: LONGEST_TURN_GOAL },
      { name: `${name}, worked`, unit: 'ms' },
      { name: `${name}, answered`, unit: 'ms' },
    ]),
    { name: `${CLEANUP}, held`, unit: 'ms', goal: LONGEST_TURN_GOAL },
    { name: `${CLEANUP}, worked`, unit: 'ms' },
    { name: `${CLEANUP}, done`, unit: 'ms' },
  ],

  async prepare(bench) {
    const contenders = [await onSqlite(bench, rootOfShares(bench, 'large-numbers-root'))];
    if (bench.postgres === undefined) return contenders;
    const root = rootOfShares(bench, 'large-numbers-postgres-root');
    return [...contenders, await onPostgres(bench, root)];
  },
};

/** Creates a folder with the shared files. Each server needs one of its own. */
function rootOfShares(bench, name) {
  const root = bench.folder(name);
  for (let file = 0; file < SHARED_FILES; file += 1) {
    writeFileSync(join(root, sharedFile(file)), 'x');
  }
  return root;
}

/** Measures on SQLite. The filled database is kept between runs, because creating it takes a minute. */
async function onSqlite(bench, root) {
  const kept = join(dirname(bench.scratch), 'large-numbers.db');
  const database = join(bench.scratch, 'large-numbers.db');
  if (!existsSync(kept)) {
    const first = await startServer(bench, { root, database: `${kept}.part` });
    await first.program.stop();
    fillSqlite(`${kept}.part`);
    renameSync(`${kept}.part`, kept);
  }
  copyFileSync(kept, database);
  const server = await startServer(bench, { root, database });
  await bench.started(server);
  return { name: OURS, measure: () => measure(server, () => addSurplusToSqlite(database)) };
}

async function onPostgres(bench, root) {
  const { url, drop } = await createPostgresDatabase(bench.postgres);
  const first = await startServer(bench, { root, database: url });
  await first.program.stop();
  await fillPostgres(url);
  const server = await startServer(bench, { root, database: url });
  await bench.started(server);
  await bench.started({ program: { stop: drop } });
  return { name: ON_POSTGRES, measure: () => measure(server, () => addSurplusToPostgres(url)) };
}

/** Starts the built server with the probe, and logs its administrator in. */
async function startServer({ entry, scratch }, { root, database }) {
  const port = await freePort();
  const probe = join(scratch, `probe-${port}`);
  const flags = ['--root', root, '--database', database, '--port', String(port)];
  const first = ['--username', 'admin', '--password', PASSWORD_HASH];
  const args = ['--import', PROBE, entry, ...flags, ...first, '--monitorToken', MONITOR_TOKEN];
  const env = { ...process.env, FB_BENCH_PROBE: probe };
  const program = new Program(process.execPath, args, { cwd: scratch, env });
  // Older databases are migrated first, which takes a while.
  await program.until((output) => output.includes('listening on'), START_WITHIN_MS);
  const credentials = JSON.stringify({ username: 'admin', password: PASSWORD });
  const token = await logIn(port, credentials);
  return { port, program, probe, credentials, headers: { 'X-Auth': token } };
}

async function measure(server, addSurplus) {
  const figures = {};
  await addSurplus();
  // Connections that the server has closed meanwhile must not be used again.
  await pause(SETTLED_MS);
  for (const [name, wanted] of Object.entries(REQUESTS)) {
    await ask(server, wanted); // The first request loads modules, which is not measured.
    await command(server, 'reset');
    const begun = performance.now();
    await ask(server, wanted);
    figures[`${name}, answered`] = performance.now() - begun;
    Object.assign(figures, await longestTurn(server, name));
  }
  await command(server, 'reset');
  figures[`${CLEANUP}, done`] = Number(await command(server, 'cleanup'));
  Object.assign(figures, await longestTurn(server, CLEANUP));
  return figures;
}

/** Returns the longest turn of the event loop: wall-clock time, and processor time of the main thread. */
async function longestTurn(server, name) {
  const { held, worked } = JSON.parse(await command(server, 'held'));
  return { [`${name}, held`]: held, [`${name}, worked`]: worked };
}

async function ask(server, { method = 'GET', target, headers = {}, body }) {
  const sent = { method, headers: { ...server.headers, ...headers } };
  if (body !== undefined) sent.body = body(server);
  const reply = await fetch(`http://127.0.0.1:${server.port}${target}`, sent);
  if (!reply.ok) throw new Error(`${target}: ${reply.status}`);
  await reply.arrayBuffer();
}

function command({ probe }, name) {
  const socket = connect(probe);
  socket.write(name);
  return text(socket);
}

let newUsers = 0;

function newUser() {
  newUsers += 1;
  const data = { username: `new-${process.pid}-${newUsers}`, password: PASSWORD };
  return JSON.stringify({ what: 'user', which: [], data });
}
