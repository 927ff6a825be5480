import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isTemporaryName } from '#contract/temporary-names.ts';
import { openDatabase } from '../metadata/database.ts';
import { listOperations } from '../metadata/operation-journal.ts';
import { unfinishedUploads, type StoredUpload } from '../metadata/uploads.ts';
import { LEASE_NAME } from '../storage/temporary-name.ts';
import { allOf } from '../testing/all-of.ts';
import { bundledProgram } from '../testing/bundled.ts';
import { canMount, MountNamespace } from '../testing/mount-namespace.ts';

// Each test starts several server processes.
vi.setConfig({ testTimeout: 120_000 });
const CAN_MOUNT = canMount();

const SENTENCE =
  /^503 Service Unavailable \(the served folder (?:is not the one|does not exist).+may not be mounted\)\n$/;
const FILES = 4_000;

/** A server in a mount namespace of its own. `disk` is mounted at `root` while it is not missing. */
class ServerOnDisk implements Disposable {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'filebrowser-disk-')));
  readonly disk = join(this.folder, 'disk');
  readonly root = join(this.folder, 'root');
  readonly database = join(this.folder, 'filebrowser.db');
  readonly #namespace: MountNamespace;
  #server: ChildProcess | undefined;
  #token = '';
  url = '';
  output = '';

  constructor(namespace: MountNamespace) {
    this.#namespace = namespace;
    mkdirSync(this.disk);
    mkdirSync(this.root);
  }

  mount(): void {
    this.#namespace.run('mount', '--bind', this.disk, this.root);
  }

  /** Like a disk that is pulled out: open files stay open. */
  unmount(): void {
    this.#namespace.run('umount', '--lazy', this.root);
  }

  /** Mounts an empty file system over the root; `unmount` takes it away again. */
  coverWithMemory(): void {
    this.#namespace.run('mount', '-t', 'tmpfs', 'tmpfs', this.root);
  }

  async start(): Promise<void> {
    this.output = '';
    const flags = ['--port=0', '--noauth', `--root=${this.root}`, `--database=${this.database}`];
    const words = [bundledProgram('main'), ...flags];
    const env = { PATH: process.env['PATH'], HOME: this.folder };
    const server = this.#namespace.spawn(process.execPath, words, env);
    this.#server = server;
    for (const stream of [server.stdout, server.stderr]) {
      stream?.on('data', (data) => (this.output += String(data)));
    }
    this.url = await until(
      'listening',
      30_000,
      async () => /listening on ([^\s"]+?)\/?["\s]/.exec(this.output)?.[1],
    );
    this.#token = await (await fetch(`${this.url}/api/login`, { method: 'POST' })).text();
  }

  async kill(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
    this.#server = undefined;
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string>), 'x-auth': this.#token };
    return fetch(this.url + path, { ...init, headers });
  }

  async command(...words: readonly string[]): Promise<string> {
    const flags = [`--root=${this.root}`, `--database=${this.database}`];
    const child = this.#namespace.spawn(
      process.execPath,
      [bundledProgram('main'), ...words, ...flags],
      { PATH: process.env['PATH'], HOME: this.folder },
    );
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (data) => (said += String(data)));
    }
    await once(child, 'close');
    return said;
  }

  async statusSoon(path: string, status: number): Promise<void> {
    await until(`${path} answers ${status}`, 20_000, async () =>
      (await this.fetch(path)).status === status ? 'yes' : undefined,
    );
  }

  [Symbol.dispose](): void {
    this.#server?.kill('SIGKILL');
    this.#namespace[Symbol.dispose]();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Returns the first value that `look` resolves with; fails if none arrives in time. */
async function until(
  what: string,
  mostMs: number,
  look: () => Promise<string | undefined>,
): Promise<string> {
  const end = performance.now() + mostMs;
  while (performance.now() < end) {
    const seen = await look();
    if (seen !== undefined) return seen;
    await delay(50);
  }
  throw new Error(`not within ${mostMs} ms: ${what}`);
}

async function storedUploads({ database: file }: ServerOnDisk): Promise<StoredUpload[]> {
  const database = await openDatabase({ kind: 'sqlite', file });
  try {
    return await allOf(unfinishedUploads(database.read));
  } finally {
    await database.close();
  }
}

async function aServerOnDisk(): Promise<ServerOnDisk> {
  const server = new ServerOnDisk(await MountNamespace.create());
  onTestFinished(() => server[Symbol.dispose]());
  return server;
}

async function expectMissing(server: ServerOnDisk): Promise<void> {
  const reading = ['/api/resources/', '/api/raw/some.txt', '/api/usage/'];
  for (const path of reading) {
    const reply = await server.fetch(path);
    expect([path, reply.status, await reply.text()]).toEqual([
      path,
      503,
      expect.stringMatching(SENTENCE),
    ]);
  }
  const written = await server.fetch('/api/resources/new.txt', { method: 'POST', body: 'new' });
  expect([written.status, await written.text()]).toEqual([503, expect.stringMatching(SENTENCE)]);
  const health = await server.fetch('/health?full');
  expect(health.status).toBe(503);
  expect(await health.json()).toMatchObject({
    status: 'DOWN',
    root: { status: 'DOWN', reason: 'root-missing' },
  });
  expect(await (await server.fetch('/health')).text()).toBe('{"status":"OK"}');
}

/** Returns the temporary files of operations, without the one that reserves the root. */
function hiddenIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path !== LEASE_NAME && path.split('/').some(isTemporaryName),
  );
}

/** Resolves when some, and not all, of what is being merged has arrived. */
async function untilHalfMerged(server: ServerOnDisk): Promise<void> {
  for (;;) {
    const arrived = readdirSync(join(server.disk, 'to')).filter((name) => !isTemporaryName(name));
    if (arrived.length > 200) return;
    await delay(0);
  }
}

test.runIf(CAN_MOUNT)(
  'a merge that was cut off is finished when the disk is back, after a start without it',
  async () => {
    const server = await aServerOnDisk();
    mkdirSync(join(server.disk, 'from/to'), { recursive: true });
    mkdirSync(join(server.disk, 'to'));
    for (let file = 0; file < FILES; file += 1) {
      writeFileSync(join(server.disk, 'from/to', `${file}.txt`), String(file));
    }
    server.mount();
    await server.start();
    const query = '?action=rename&destination=%2Fto&override=true';
    const merging = server
      .fetch(`/api/resources/from/to${query}`, { method: 'PATCH' })
      .catch(() => undefined);
    await untilHalfMerged(server);
    await server.kill();
    await merging;
    expect(hiddenIn(server.disk).length).toBeGreaterThan(1);
    server.unmount();

    await server.start();
    await expectMissing(server);
    expect(server.output).toContain('served folder refused');
    expect(readdirSync(server.root)).toEqual([]);
    expect(await server.command('doctor')).toMatch(/bad +disk of the root/);
    await server.kill();
    const db = await openDatabase({ kind: 'sqlite', file: server.database });
    expect(await listOperations(db.read)).toHaveLength(1);
    await db.close();

    await server.start();
    server.mount();
    await server.statusSoon('/api/resources/', 200);
    await vi.waitFor(() => expect(readdirSync(join(server.disk, 'to'))).toHaveLength(FILES), {
      timeout: 20_000,
    });
    await vi.waitFor(() => expect(hiddenIn(server.disk)).toEqual([]), { timeout: 10_000 });
    expect(readFileSync(join(server.disk, 'to/7.txt'), 'utf8')).toBe('7');
    expect(existsSync(join(server.disk, 'from/to'))).toBe(false);
    expect(await (await server.fetch('/api/raw/to/7.txt')).text()).toBe('7');
  },
);

test.runIf(CAN_MOUNT)('a disk that vanishes under a running server comes back', async () => {
  const server = await aServerOnDisk();
  writeFileSync(join(server.disk, 'some.txt'), 'some');
  server.mount();
  await server.start();
  const tus = { 'tus-resumable': '1.0.0' };
  const created = await server.fetch('/api/tus/large.bin', {
    method: 'POST',
    headers: { ...tus, 'upload-length': '8' },
  });
  expect(created.status).toBe(201);
  const patched = await server.fetch('/api/tus/large.bin', {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: 'half',
  });
  expect(patched.headers.get('upload-offset')).toBe('4');
  await until('the bytes are flushed', 20_000, async () => {
    const [upload] = await storedUploads(server);
    return upload?.flushedBytes === 4 ? 'yes' : undefined;
  });
  const offset = async () => {
    const reply = await server.fetch('/api/tus/large.bin', { method: 'HEAD', headers: tus });
    return [reply.status, reply.headers.get('upload-offset')];
  };

  server.unmount();
  await delay(1_100);
  await expectMissing(server);
  expect(await offset()).toEqual([503, null]);
  server.mount();
  await server.statusSoon('/api/raw/some.txt', 200);
  expect(await offset()).toEqual([200, '4']);

  server.unmount();
  await server.kill();
  await server.start();
  expect(await offset()).toEqual([503, null]);
  server.mount();
  await server.statusSoon('/api/raw/some.txt', 200);
  expect(await offset()).toEqual([200, '4']);

  // Another file system hides it.
  server.coverWithMemory();
  await delay(1_100);
  await expectMissing(server);
  server.unmount();
  await server.statusSoon('/api/raw/some.txt', 200);
});

test.runIf(CAN_MOUNT)('a root that does not exist is served once it appears', async () => {
  const server = await aServerOnDisk();
  writeFileSync(join(server.root, 'some.txt'), 'some');
  await server.start();
  await server.statusSoon('/api/raw/some.txt', 200);
  await server.kill();

  renameSync(server.root, join(server.folder, 'away'));
  await server.start();
  await expectMissing(server);
  renameSync(join(server.folder, 'away'), server.root);
  await server.statusSoon('/api/raw/some.txt', 200);
});

test.runIf(CAN_MOUNT)(
  'a disk that was replaced on purpose is served once it is accepted',
  async () => {
    const server = await aServerOnDisk();
    writeFileSync(join(server.disk, 'some.txt'), 'some');
    server.mount();
    await server.start();
    await server.statusSoon('/api/raw/some.txt', 200);
    server.unmount();
    writeFileSync(join(server.root, 'new.txt'), 'new');
    await delay(1_100);
    await expectMissing(server);
    expect(await server.command('root', 'accept')).toContain('belongs to');
    await server.statusSoon('/api/raw/new.txt', 200);
    expect(await server.command('doctor')).toMatch(/ok +disk of the root/);
  },
);
