import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { PASSWORD, PASSWORD_HASH } from '../testing/app.ts';
import { bundledProgram } from '../testing/bundled.ts';
import { type Client, createClient, type Reply } from '../testing/client.ts';
import { CACHED_MS } from '../metadata/postgres.ts';
import { missingPostgres, startPostgresCluster } from '../testing/postgres-cluster.ts';

// Each test starts a database server and stops it for a while.
vi.setConfig({ testTimeout: 180_000 });

interface Server {
  readonly process: ChildProcess;
  readonly output: () => string;
  readonly visitor: Client;
  logIn(): Promise<Reply>;
  /** A client that has logged in. */
  client(): Promise<Client>;
}

async function startServer(database: string): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'fb-outage-'));
  mkdirSync(join(folder, 'root'));
  writeFileSync(join(folder, 'root', 'a.txt'), 'one');
  const flags = ['--root=root', '--address=127.0.0.1', '--port=0', `--database=${database}`];
  const first = ['--username=admin', `--password=${PASSWORD_HASH}`];
  const words = [bundledProgram('main'), ...flags, ...first];
  const env = { PATH: process.env['PATH'], HOME: folder };
  const child = spawn(process.execPath, words, { cwd: folder, env });
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const url = await vi.waitUntil(() => /listening on (http:[^\s"]+)/.exec(output)?.[1], {
    timeout: 30_000,
  });
  const visitor = createClient(url, undefined);
  const logIn = () =>
    visitor.post('/api/login', {
      body: JSON.stringify({ username: 'admin', password: PASSWORD }),
    });
  const client = async () => createClient(url, (await logIn()).text);
  return { process: child, output: () => output, visitor, logIn, client };
}

/** Frequent calls of users: list, log in, write, rename, share. Each returns its response. */
const CALLS: ((server: Server, anna: Client, turn: string) => Promise<Reply>)[] = [
  (_server, anna) => anna.get('/api/resources/'),
  (server) => server.logIn(),
  (_server, anna, turn) => anna.post(`/api/resources/new-${turn}.txt`, { body: 'new' }),
  (_server, anna, turn) =>
    anna.patch(`/api/resources/new-${turn}.txt?action=rename&destination=/moved-${turn}.txt`),
  (_server, anna) => anna.post('/api/share/a.txt', { body: '{}' }),
  (_server, anna, turn) => anna.delete(`/api/resources/moved-${turn}.txt`),
];

/** Number of responses before, between and after restarts. */
const REPLIES_BETWEEN = 20;

/** Sends calls without a pause until `isOver`, from several users at once, and adds all responses to `replies`. */
async function callUntil(
  server: Server,
  anna: Client,
  { replies, isOver }: { readonly replies: Reply[]; isOver(): boolean },
): Promise<void> {
  const person = async (name: number) => {
    for (let turn = 0; !isOver(); turn += 1) {
      for (const call of CALLS) replies.push(await call(server, anna, `${name}-${turn}`));
    }
  };
  await Promise.all([0, 1, 2, 3, 4, 5].map(person));
}

function statusesOf(replies: readonly Reply[]): number[] {
  return [...new Set(replies.map(({ status }) => status))].sort((one, other) => one - other);
}

function expectRefusalsToSayWhen(replies: readonly Reply[]): void {
  const refused = replies.filter(({ status }) => status === 503);
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
}

async function expectToWork(server: Server): Promise<void> {
  await expect.poll(async () => (await server.logIn()).status, { timeout: 20_000 }).toBe(200);
  const anna = await server.client();
  const turn = `after-${Math.random()}`;
  for (const call of CALLS) expect((await call(server, anna, turn)).status).toBeLessThan(300);
  expect(server.process.exitCode).toBe(null);
  expect(server.process.signalCode).toBe(null);
}

describe.skipIf(missingPostgres !== undefined)('a database server', () => {
  test.each(['fast', 'immediate'] as const)(
    'that is restarted (-m %s) under load ends nothing: requests without an answer get 503',
    async (mode) => {
      await using cluster = await startPostgresCluster();
      const server = await startServer(cluster.url);
      const anna = await server.client();
      let isOver = false;
      const replies: Reply[] = [];
      const calling = callUntil(server, anna, { replies, isOver: () => isOver });
      const answered = () => {
        const more = replies.length + REPLIES_BETWEEN;
        return vi.waitUntil(() => replies.length >= more, { timeout: 60_000 });
      };
      for (let restarts = 0; restarts < 4; restarts += 1) {
        await answered();
        await cluster.restart(mode);
      }
      await answered();
      isOver = true;
      await calling;
      // 404 and 409: the previous call was refused, or its response was lost, so its result is unknown.
      for (const status of statusesOf(replies))
        expect([200, 201, 204, 404, 409, 503]).toContain(status);
      expectRefusalsToSayWhen(replies);
      await expectToWork(server);
    },
  );

  test('that refuses connections causes 503 at once, and works again afterwards', async () => {
    await using cluster = await startPostgresCluster();
    const server = await startServer(cluster.url);
    const anna = await server.client();
    await cluster.stop('fast');
    // Requests wait first, because the database may only be restarting.
    expect((await anna.get('/api/resources/')).status).toBe(503);
    const replies: Reply[] = [];
    for (const call of CALLS) replies.push(await call(server, anna, 'meanwhile'));
    expect(statusesOf(replies)).toEqual([503]);
    expectRefusalsToSayWhen(replies);
    expect((await server.visitor.get('/health')).status).toBe(200);
    await cluster.start();
    await expectToWork(server);
    expect(server.output()).toContain('database unavailable');
    expect(server.output()).toContain('database available again');
  });

  test('that does not answer for 30 seconds delays no request beyond its time limits', async () => {
    await using cluster = await startPostgresCluster();
    const server = await startServer(cluster.url);
    const anna = await server.client();
    await anna.get('/api/resources/');
    cluster.freeze();
    // Until then, requests that need nothing else from the database are still answered.
    await delay(CACHED_MS);
    const until = performance.now() + 30_000;
    const replies: Reply[] = [];
    // All but the first requests are refused at once, or the test would take minutes.
    const isOver = () => performance.now() > until && replies.length > 100;
    await callUntil(server, anna, { replies, isOver });
    cluster.thaw();
    expect(statusesOf(replies)).toEqual([503]);
    expectRefusalsToSayWhen(replies);
    await expectToWork(server);
  });
});
