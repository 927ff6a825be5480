import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DatabaseConfig } from '../config/config.ts';
import { PASSWORD, PASSWORD_HASH } from '../testing/app.ts';
import { bundledProgram } from '../testing/bundled.ts';
import { createClient } from '../testing/client.ts';
import { describeOnEachEngine, temporaryFolder } from '../testing/engines.ts';
import { freePort } from '../testing/free-port.ts';

vi.setConfig({ testTimeout: 60_000 });

/** The database and the folder that several servers have in common. */
interface SharedData {
  readonly database: DatabaseConfig;
  readonly root: string;
}

/** Starts a server at an address of its own. */
async function start({ database, root }: SharedData, ...flags: string[]) {
  const port = await freePort();
  const name = database.kind === 'sqlite' ? database.file : database.url;
  const words = [
    ...[`--port=${port}`, '--log=stderr', `--database=${name}`, `--root=${root}`],
    ...['--username=admin', `--password=${PASSWORD_HASH}`, ...flags],
  ];
  const folder = temporaryFolder();
  const child = spawn(process.execPath, [bundledProgram('main'), ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const url = `http://127.0.0.1:${port}`;
  const says = (text: string) =>
    vi.waitFor(() => expect(output).toContain(text), { timeout: 20_000, interval: 50 });
  return {
    process: child,
    output: () => output,
    says,
    visitor: createClient(url, undefined),
    as: (token: string) => createClient(url, token),
    ended: once(child, 'exit').then(([code]) => code as number | null),
  };
}

type Server = Awaited<ReturnType<typeof start>>;

async function logIn(server: Server): Promise<string> {
  const body = JSON.stringify({ username: 'admin', password: PASSWORD });
  const reply = await server.visitor.post('/api/login', { body });
  expect(reply.status).toBe(200);
  return reply.text;
}

describeOnEachEngine('a standby server', ({ emptyDatabase }) => {
  async function emptyData(): Promise<SharedData> {
    const root = join(temporaryFolder(), 'root');
    mkdirSync(root);
    return { database: await emptyDatabase(), root };
  }

  test('answers like any other if it is the first', async () => {
    const server = await start(await emptyData(), '--standby');
    await server.says('listening on');
    expect((await server.visitor.get('/health')).status).toBe(200);
  });

  test('refuses all requests, and takes over with sessions, files and uploads when the first server is killed', async () => {
    const shared = await emptyData();
    const first = await start(shared);
    await first.says('listening on');
    const token = await logIn(first);
    const anna = first.as(token);
    expect((await anna.post('/api/resources/a.txt', { body: 'kept' })).status).toBe(200);
    const upload = { 'tus-resumable': '1.0.0', 'upload-length': '10' };
    expect((await anna.post('/api/tus/b.txt', { headers: upload })).status).toBe(201);
    const part = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
    const headers = { 'tus-resumable': '1.0.0', ...part };
    expect((await anna.patch('/api/tus/b.txt', { headers, body: '01234' })).status).toBe(204);

    const second = await start(shared, '--standby');
    await second.says('standing by on');
    const health = await second.visitor.get('/health');
    expect([health.status, health.text]).toEqual([503, '{"status":"STANDBY"}']);
    const refused = await second.as(token).get('/api/resources/');
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    expect(refused.text).toBe('Another server answers requests. Try again.\n');
    expect((await first.visitor.get('/health')).status).toBe(200);

    first.process.kill('SIGKILL');
    await second.says('listening on');
    const there = second.as(token);
    expect((await there.get('/api/raw/a.txt')).text).toBe('kept');
    const offset = await there.head('/api/tus/b.txt', { headers: upload });
    expect([offset.status, offset.headers['upload-offset']]).toEqual([200, '5']);
    const rest = { ...headers, 'upload-offset': '5' };
    const last = await there.patch('/api/tus/b.txt', { headers: rest, body: '56789' });
    expect(last.status).toBe(204);
    expect(readFileSync(join(shared.root, 'b.txt'), 'utf8')).toBe('0123456789');
  });

  test('takes over when the first server is stopped, which can then stand by itself', async () => {
    const shared = await emptyData();
    const first = await start(shared, '--standby');
    await first.says('listening on');
    const second = await start(shared, '--standby');
    await second.says('standing by on');
    first.process.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    await second.says('listening on');
    const third = await start(shared, '--standby');
    await third.says('standing by on');
    expect((await third.visitor.get('/health')).text).toBe('{"status":"STANDBY"}');
    expect((await second.visitor.get('/health')).status).toBe(200);
  });

  test('ends when it is told to, and has changed nothing', async () => {
    const shared = await emptyData();
    const first = await start(shared);
    await first.says('listening on');
    const second = await start({ ...shared, root: join(shared.root, 'missing') }, '--standby');
    await second.says('standing by on');
    second.process.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    expect(second.output()).toMatch(/"reason":"SIGTERM".*"msg":"stopping"/);
    expect(existsSync(join(shared.root, 'missing'))).toBe(false);
  });

  test('without --standby, a second server is refused as before', async () => {
    const shared = await emptyData();
    const first = await start(shared, '--standby');
    await first.says('listening on');
    const second = await start(shared);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain('is in use by another File Browser server');
  });

  test('ends when it is told to while it waits for the folder', async () => {
    const shared = await emptyData();
    const other = await start({ ...shared, database: await emptyDatabase() });
    await other.says('listening on');
    const server = await start(shared, '--standby');
    await server.says('waiting for the folder');
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  test('waits for the folder while another server has reserved it', async () => {
    const shared = await emptyData();
    const other = await start({ ...shared, database: await emptyDatabase() });
    await other.says('listening on');
    const server = await start(shared, '--standby');
    await server.says('waiting for the folder');
    expect((await other.visitor.get('/health')).status).toBe(200);
    other.process.kill('SIGKILL');
    await server.says('listening on');
    expect((await server.visitor.get('/health')).status).toBe(200);
  });
});
