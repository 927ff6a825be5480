import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bundledProgram } from '../../../testing/bundled.ts';
import { killed } from '../../../testing/bundled-server.ts';
import {
  BUCKET,
  emptyBucket,
  missingObjectStore,
  objectStore,
} from '../../../testing/object-store.ts';
import { repetitions, timeLimit } from '../../../testing/repetitions.ts';

vi.setConfig({ testTimeout: timeLimit(120_000) });

const KILLS = repetitions({ usually: 4, soaking: 200 });

const MIB = 1024 * 1024;
const CHUNK = 3 * MIB;

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

interface Running {
  readonly child: ChildProcess;
  request(method: string, path: string, sent?: Sent): Promise<Response>;
}

async function start(folder: string, prefix: string): Promise<Running> {
  const { endpoint, credentials } = await objectStore();
  const flags = ['--port=0', '--noauth', `--database=${folder}/fb.db`, '--storagePathStyle'];
  const store = [`--storage=s3://${BUCKET}/${prefix}`, `--storageEndpoint=${endpoint}`];
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
  const child = spawn(process.execPath, [bundledProgram('main'), ...flags, ...store], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => (output += String(data)));
  await vi.waitFor(() => expect(output).toContain('listening on'), { timeout: 30_000 });
  expect(output).not.toContain(credentials.secretAccessKey);
  const url = /listening on ([^\s"]+?)\/?["\s]/.exec(output)?.[1] ?? '';
  const token = await (await fetch(`${url}/api/login`, { method: 'POST' })).text();
  return {
    child,
    request: (method, path, { headers = {}, body } = {}) =>
      fetch(url + path, {
        method,
        headers: { 'x-auth': token, ...headers },
        ...(body !== undefined && { body }),
      }),
  };
}

async function offsetOf({ request }: Running, path: string): Promise<number> {
  const reply = await request('HEAD', `/api/tus${path}`);
  return reply.status === 404 ? 0 : Number(reply.headers.get('upload-offset'));
}

/** Sends chunks until the server is gone or the file is complete. Returns the offset that was acknowledged last. */
async function send(running: Running, path: string, bytes: Buffer): Promise<number> {
  let acknowledged = await offsetOf(running, path);
  try {
    while (acknowledged < bytes.length) {
      const headers = {
        'content-type': 'application/offset+octet-stream',
        'upload-offset': `${acknowledged}`,
      };
      const body = new Uint8Array(bytes.subarray(acknowledged, acknowledged + CHUNK));
      const reply = await running.request('PATCH', `/api/tus${path}`, { headers, body });
      if (reply.status !== 204) break;
      acknowledged = Number(reply.headers.get('upload-offset'));
    }
  } catch {
    // The server was killed.
  }
  return acknowledged;
}

test.skipIf(missingObjectStore() !== undefined)(
  'a killed server loses no acknowledged byte of uploads to a bucket, shows no half file, and goes on',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'filebrowser-s3-kill-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { prefix } = await emptyBucket();
    const files = new Map([1, 2, 3].map((n) => [`/file-${n}.bin`, randomBytes(40 * MIB + n)]));
    let running = await start(folder, prefix);
    for (const [path, bytes] of files) {
      const headers = { 'upload-length': `${bytes.length}`, 'tus-resumable': '1.0.0' };
      const begun = await running.request('POST', `/api/tus${path}`, { headers });
      expect(begun.status).toBe(201);
    }
    const acknowledged = new Map<string, number>();
    const sendAll = (to: Running) =>
      Promise.all(
        [...files].map(async ([path, bytes]) => {
          acknowledged.set(path, await send(to, path, bytes));
        }),
      );
    for (let round = 0; round < KILLS; round += 1) {
      const sending = sendAll(running);
      await delay(200 + Math.random() * 1_000);
      await killed(running.child);
      await sending;
      running = await start(folder, prefix);
      const listed = await (await running.request('GET', '/api/resources/')).text();
      for (const [path, bytes] of files) {
        const before = acknowledged.get(path) ?? 0;
        expect(await offsetOf(running, path)).toBeGreaterThanOrEqual(before);
        const isListed = listed.includes(path.slice(1));
        if (isListed) expect(await contentsOf(running, path)).toBe(sha256(bytes));
      }
    }
    await sendAll(running);
    for (const [path, bytes] of files) expect(await contentsOf(running, path)).toBe(sha256(bytes));
    // Nothing is left but the contents of the three files.
    const prefixFolder = join((await objectStore()).folder, BUCKET, prefix);
    const left = await readdir(prefixFolder, { recursive: true, withFileTypes: true });
    const objects = left.filter((entry) => entry.isFile()).map(({ parentPath }) => parentPath);
    expect(objects.filter((path) => path.includes('/blobs/'))).toHaveLength(3);
    expect(objects.filter((path) => path.includes('/tails/'))).toEqual([]);
  },
);

async function contentsOf({ request }: Running, path: string): Promise<string> {
  const reply = await request('GET', `/api/raw${path}`);
  return sha256(Buffer.from(await reply.arrayBuffer()));
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
