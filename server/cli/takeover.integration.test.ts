import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { PASSWORD, PASSWORD_HASH } from '../testing/app.ts';
import { bundledProgram } from '../testing/bundled.ts';
import { type Client, createClient, type Reply, type Sent } from '../testing/client.ts';
import { emptyPostgres, missingPostgres, temporaryFolder } from '../testing/engines.ts';
import { freePort } from '../testing/free-port.ts';
import { missingHaproxy, startHaproxy } from '../testing/haproxy.ts';
import { emptyBucket, missingObjectStore } from '../testing/object-store.ts';
import { repetitions } from '../testing/repetitions.ts';

/** Number of times that the server that answers is killed, stopped or suspended. */
const TAKEOVERS = repetitions({ usually: 4, soaking: 90 });
/** How the server that answers ends, one after the other. A suspended one goes on when another has taken over. */
const ENDS: readonly NodeJS.Signals[] = ['SIGKILL', 'SIGTERM', 'SIGKILL', 'SIGSTOP'];
const CLIENTS = 8;
const BETWEEN_MS = 3_000;
const RETRY_MS = 200;
/** Maximum time of an operation with all repetitions. Milliseconds. */
const MOST_STUCK_MS = 60_000;
const CHUNK = 128 * 1024;
const MOST_BYTES = 5 * CHUNK;
const TUS = { 'tus-resumable': '1.0.0' };

vi.setConfig({ testTimeout: TAKEOVERS * 60_000 + 120_000 });

const missing = missingPostgres() ?? missingObjectStore() ?? missingHaproxy();

/** Flags of the servers, which share a database and a bucket. */
async function sharedFlags(): Promise<string[]> {
  const [database, bucket] = [await emptyPostgres(), await emptyBucket()];
  if (database.kind !== 'postgres') throw new Error('this is for PostgreSQL only');
  return [
    `--database=${database.url}`,
    `--storage=s3://${bucket.name}/${bucket.prefix}`,
    `--storageEndpoint=${bucket.endpoint}`,
    '--storageRegion=us-east-1',
    '--storagePathStyle',
  ];
}

/** A place for a server, which is started again at the same port when it has ended. */
class Place {
  readonly port: number;
  readonly #flags: readonly string[];
  readonly #folder = temporaryFolder();
  #process: ChildProcess | undefined;
  output = '';

  constructor(port: number, flags: readonly string[]) {
    this.port = port;
    this.#flags = flags;
    onTestFinished(() => this.signal('SIGKILL'));
  }

  start(): void {
    const first = ['--username=admin', `--password=${PASSWORD_HASH}`];
    const words = [`--port=${this.port}`, '--standby', ...first, ...this.#flags];
    const { PATH, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
    const child = spawn(process.execPath, [bundledProgram('main'), ...words], {
      cwd: this.#folder,
      env: { PATH, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, HOME: this.#folder },
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.#process = child;
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  async ended(): Promise<void> {
    const child = this.#process;
    if (child !== undefined && child.exitCode === null && child.signalCode === null)
      await once(child, 'exit');
  }

  async health(): Promise<number> {
    const reply = await fetch(`http://127.0.0.1:${this.port}/health`, {
      signal: AbortSignal.timeout(2_000),
    }).catch(() => undefined);
    return reply?.status ?? 0;
  }
}

/** Sends a request until it has a reply that is not about a server that has just ended. */
async function persistently(
  send: () => Promise<Reply>,
): Promise<{ reply: Reply; isFirst: boolean }> {
  const until = performance.now() + MOST_STUCK_MS;
  for (let isFirst = true; ; isFirst = false) {
    const reply = await send().catch(() => undefined);
    // Cut off, a server that has ended, one that stops, or a path that the request before still locks.
    const isOver = reply !== undefined && reply.status < 500 && ![423, 429].includes(reply.status);
    if (isOver) return { reply, isFirst };
    if (performance.now() > until) throw new Error(`no answer: ${reply?.status} ${reply?.text}`);
    await delay(RETRY_MS);
  }
}

/** A client that keeps uploading, renaming, copying and deleting, and knows what has to be there. */
class Worker {
  readonly #client: Client;
  readonly #folder: string;
  /** SHA-256 of the files that have to be there, by name. */
  readonly expected = new Map<string, string>();
  count = 0;

  constructor(client: Client, index: number) {
    this.#client = client;
    this.#folder = `worker-${index}`;
  }

  async work(isOver: () => boolean): Promise<void> {
    await this.#send('POST', `/api/resources/${this.#folder}/`);
    while (!isOver()) {
      const name = `file-${this.count}.bin`;
      await this.#upload(name, randomBytes(randomInt(1, MOST_BYTES)));
      if (this.count % 3 === 0) await this.#transfer('rename', name, `moved-${this.count}.bin`);
      if (this.count % 3 === 1) await this.#transfer('copy', name, `copy-${this.count}.bin`);
      if (this.count % 5 === 4) await this.#delete(name);
      this.count += 1;
    }
  }

  /** Compares what is there with what has to be there. */
  async check(): Promise<void> {
    const listing = await this.#send('GET', `/api/resources/${this.#folder}/`);
    const { items } = listing.reply.json<{ items: { name: string }[] }>();
    const names = items.map(({ name }) => name).toSorted();
    assert.deepEqual(names, [...this.expected.keys()].toSorted());
    for (const [name, hash] of this.expected) {
      const { reply } = await this.#send('GET', `/api/raw/${this.#folder}/${name}`);
      assert.equal(hashOf(reply.bytes), hash, name);
    }
  }

  async #upload(name: string, bytes: Buffer): Promise<void> {
    const url = `/api/tus/${this.#folder}/${name}?override=true`;
    const length = { ...TUS, 'upload-length': `${bytes.length}` };
    let offset = await this.#create(url, length);
    let progressAt = performance.now();
    while (offset < bytes.length) {
      const body = bytes.subarray(offset, offset + CHUNK);
      const type = { 'content-type': 'application/offset+octet-stream' };
      const headers = { ...TUS, ...type, 'upload-offset': `${offset}` };
      const reply = await this.#client.patch(url, { headers, body }).catch(() => undefined);
      if (reply?.status === 204) {
        offset = Number(reply.headers['upload-offset']);
        progressAt = performance.now();
        continue;
      }
      const stuckMs = performance.now() - progressAt;
      assert(stuckMs < MOST_STUCK_MS, `${url} is stuck: ${reply?.status} ${reply?.text}`);
      await delay(RETRY_MS);
      const found = await this.#send('HEAD', url, { headers: length });
      if (found.reply.status === 200) offset = Number(found.reply.headers['upload-offset']);
      // The answer to the last chunk was lost, or that to the creation.
      else if (await this.#has(name, bytes)) break;
      else offset = await this.#create(url, length);
    }
    this.expected.set(name, hashOf(bytes));
  }

  async #create(url: string, headers: Record<string, string>): Promise<number> {
    const { reply } = await this.#send('POST', url, { headers });
    assert.equal(reply.status, 201, `${url}: ${reply.text}`);
    return 0;
  }

  async #transfer(action: 'rename' | 'copy', from: string, to: string): Promise<void> {
    const destination = encodeURIComponent(`/${this.#folder}/${to}`);
    const query = `action=${action}&destination=${destination}`;
    const { reply, isFirst } = await this.#send(
      'PATCH',
      `/api/resources/${this.#folder}/${from}?${query}`,
    );
    // Repeated, it finds that the earlier request has done it.
    const isDone = reply.status === 200 || (!isFirst && [404, 409].includes(reply.status));
    assert(isDone, `${action} ${from}: ${reply.status} ${reply.text}`);
    this.expected.set(to, this.expected.get(from) ?? '');
    if (action === 'rename') this.expected.delete(from);
  }

  async #delete(name: string): Promise<void> {
    if (!this.expected.has(name)) return;
    const { reply, isFirst } = await this.#send('DELETE', `/api/resources/${this.#folder}/${name}`);
    assert((isFirst ? [200, 204] : [200, 204, 404]).includes(reply.status), reply.text);
    this.expected.delete(name);
  }

  async #has(name: string, bytes: Buffer): Promise<boolean> {
    const { reply } = await this.#send('GET', `/api/raw/${this.#folder}/${name}`);
    return reply.status === 200 && reply.bytes.equals(bytes);
  }

  #send(method: string, path: string, sent?: Sent) {
    return persistently(() => this.#client.send(method, path, sent));
  }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Ends the server that answers, waits until the other one does, and starts the first anew. Returns the milliseconds from the signal to the
 * first answer.
 */
async function takeOver(places: readonly Place[], signal: NodeJS.Signals): Promise<number> {
  const states = await Promise.all(places.map((place) => place.health()));
  const active = places[states.indexOf(200)];
  const other = places.find((place) => place !== active);
  if (active === undefined || other === undefined)
    throw new Error(`no server answers: ${states.join(' ')}`);
  const begin = performance.now();
  active.signal(signal);
  if (signal !== 'SIGSTOP') await active.ended();
  const answers = async () => (await other.health()) === 200;
  await vi.waitUntil(answers, { timeout: MOST_STUCK_MS, interval: 100 });
  const tookMs = performance.now() - begin;
  if (signal === 'SIGSTOP') {
    active.signal('SIGCONT');
    await active.ended();
    assert.match(active.output, /another server has taken over the database/);
  }
  active.start();
  return Math.round(tookMs);
}

describe.skipIf(missing !== undefined)(
  `two servers behind HAProxy${missing === undefined ? '' : ` (not run: ${missing})`}`,
  () => {
    test(`take over from each other ${TAKEOVERS} times under load, and nothing is lost`, async () => {
      const flags = await sharedFlags();
      const ports = [await freePort(), await freePort()] as const;
      const places = ports.map((port) => new Place(port, flags));
      for (const place of places) place.start();
      const url = await startHaproxy(...ports);
      const visitor = createClient(url, undefined);
      const body = JSON.stringify({ username: 'admin', password: PASSWORD });
      const login = await persistently(() => visitor.post('/api/login', { body }));
      expect(login.reply.status).toBe(200);
      const client = createClient(url, login.reply.text);
      const workers = Array.from({ length: CLIENTS }, (_, index) => new Worker(client, index));

      const took: string[] = [];
      let isOver = false;
      const working = Promise.all(workers.map((worker) => worker.work(() => isOver)));
      working.catch((error: unknown) => {
        isOver = true;
        // Shown at once: the test fails only after the present server has ended.
        console.error(error);
      });
      for (let index = 0; index < TAKEOVERS && !isOver; index += 1) {
        await delay(BETWEEN_MS);
        const signal = ENDS[index % ENDS.length] ?? 'SIGKILL';
        took.push(`${signal} ${await takeOver(places, signal)}`);
      }
      await delay(BETWEEN_MS);
      isOver = true;
      await working;

      if (TAKEOVERS > ENDS.length) console.log(`takeovers, ms: ${took.join(', ')}`);
      for (const worker of workers) await worker.check();
      expect(Math.min(...workers.map(({ count }) => count))).toBeGreaterThan(TAKEOVERS);
      for (const place of places) place.signal('SIGTERM');
      await Promise.all(places.map((place) => place.ended()));
      const verify = [bundledProgram('main'), 'storage', 'verify', ...flags];
      const { status, stdout, stderr } = spawnSync(process.execPath, verify, { encoding: 'utf8' });
      expect([stdout, stderr, status].slice(-1)).toEqual([0]);
    });
  },
);
