import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type HangingMount,
  mountHanging,
  whyNoHangingMount,
} from '../../scripts/hanging-mount.mjs';
import { bundledProgram } from '../testing/bundled.ts';

// The server takes up to ten seconds to stop when something hangs.
vi.setConfig({ testTimeout: 90_000 });

const whyNot = whyNoHangingMount();
if (whyNot !== undefined)
  console.log(`skipped: tests of the process with a mount that hangs: ${whyNot}`);

let folder = '';
let mount: HangingMount | undefined;
let running: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filebrowser-hanging-'));
  await mkdir(join(folder, 'root'));
});

afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  running = [];
  mount?.unmount();
  mount = undefined;
  await rm(folder, { recursive: true });
});

/** The built server on the temporary folder, for everybody without a login. */
async function start(root = 'root') {
  const words = [bundledProgram('main'), '--port=0', '--noauth', `--root=${join(folder, root)}`];
  const env = { PATH: process.env['PATH'], HOME: folder };
  const child = spawn(process.execPath, words, { cwd: folder, env });
  running.push(child);
  let output = '';
  child.stdout.on('data', (data) => (output += String(data)));
  child.stderr.on('data', (data) => (output += String(data)));
  const exited = once(child, 'exit');
  const findUrl = () => /listening on ([^\s"]+)/.exec(output)?.[1];
  const url = await vi.waitUntil(findUrl, { timeout: 60_000 }).catch(() => {
    throw new Error(`the server does not listen: ${output}`);
  });
  const login = await fetch(`${url}api/login`, { method: 'POST', body: '{}' });
  const headers = { 'x-auth': await login.text() };
  return { child, url, headers, exited, output: () => output };
}

async function mountDead(): Promise<HangingMount> {
  mount = await mountHanging(join(folder, 'root/dead'));
  await writeFile(join(mount.backing, 'large.bin'), Buffer.alloc(3 * 1024 * 1024));
  return mount;
}

describe.skipIf(whyNot !== undefined)('with a mounted file system that does not answer', () => {
  test('the server starts, serves the rest, and is healthy', async () => {
    const dead = await mountDead();
    await writeFile(join(folder, 'root/a.txt'), 'a');
    dead.freeze();
    const { url, headers } = await start();
    expect((await fetch(`${url}health`)).status).toBe(200);
    expect(await (await fetch(`${url}api/raw/a.txt`, { headers })).text()).toBe('a');
    const refused = await fetch(`${url}api/resources/dead/`, { headers });
    expect(refused.status).toBe(503);
  });

  test('SIGTERM ends the process although threads are stuck, and the database is closed', async () => {
    const dead = await mountDead();
    const { child, url, headers, exited, output } = await start();
    await fetch(`${url}api/resources/`, { headers });
    dead.freeze();
    // A listing gets stuck in a worker thread, a download in one of libuv's.
    for (const path of ['api/resources/dead/', 'api/raw/dead/large.bin']) {
      fetch(`${url}${path}`, { headers }).catch(() => undefined);
    }
    await new Promise((done) => setTimeout(done, 500));
    child.kill('SIGTERM');
    await exited;
    expect(output()).toMatch(/"reason":"SIGTERM".*"msg":"stopping"/);
    expect(existsSync(join(folder, 'filebrowser.db'))).toBe(true);
    // SQLite removes its log when the database is closed in good order.
    expect(existsSync(join(folder, 'filebrowser.db-wal'))).toBe(false);
  });

  test('a server whose root hangs reports that it is down', async () => {
    await rm(join(folder, 'root'), { recursive: true });
    mount = await mountHanging(join(folder, 'root'));
    const { url } = await start();
    expect((await fetch(`${url}health`)).status).toBe(200);
    mount.freeze();
    await vi.waitUntil(async () => (await fetch(`${url}health`)).status === 503, {
      timeout: 30_000,
      interval: 500,
    });
    expect(await (await fetch(`${url}health`)).text()).toBe('{"status":"DOWN"}');
    mount.thaw();
    await vi.waitUntil(async () => (await fetch(`${url}health`)).status === 200, {
      timeout: 30_000,
      interval: 500,
    });
  });

  test('a server whose root hangs stops within ten seconds after SIGTERM, and another may use its database', async () => {
    await rm(join(folder, 'root'), { recursive: true });
    mount = await mountHanging(join(folder, 'root'));
    const { child } = await start();
    mount.freeze();
    child.kill('SIGTERM');
    // SQLite removes its log when the database is closed in good order.
    await vi.waitUntil(() => !existsSync(join(folder, 'filebrowser.db-wal')), { timeout: 11_000 });
    await mkdir(join(folder, 'other'));
    const { url } = await start('other');
    expect((await fetch(`${url}health`)).status).toBe(200);
    // The kernel ends a process with an open file of FUSE only when the file system has answered.
    mount.thaw();
  });
});
