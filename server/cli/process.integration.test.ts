import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../metadata/database.ts';
import { updateGlobalSettings } from '../metadata/settings.ts';
import { bundledProgram } from '../testing/bundled.ts';
import { writeSelfSigned } from '../testing/certificates.ts';
import { freePort } from '../testing/free-port.ts';

// Each test starts processes, and one waits for transfers that never end.
vi.setConfig({ testTimeout: 60_000 });

const PROGRAM = bundledProgram('serve-tiny-app');
const HASH = '$2a$10$gMZOSCsn7exatvDM19SgrOOnWh38hPFdUM4UEB43jD2A.jK82vxEO';

let folder = '';
let running: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filebrowser-process-'));
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  running = [];
  await rm(folder, { recursive: true });
});

/** A server process in the temporary folder, on a free port unless the flags say otherwise. */
function start(...flags: string[]) {
  return startIn({}, ...flags);
}

/** Does the same with more variables in its environment. */
function startIn(variables: Readonly<Record<string, string>>, ...flags: string[]) {
  const words = [PROGRAM, ...flags];
  const env = { PATH: process.env['PATH'], HOME: folder, ...variables };
  const child = spawn(process.execPath, words, { cwd: folder, env });
  running.push(child);
  const output = { all: '' };
  child.stdout.on('data', (data) => (output.all += String(data)));
  child.stderr.on('data', (data) => (output.all += String(data)));
  const exited = once(child, 'exit').then(([code]: unknown[]) => code);
  return { child, output, exited };
}

async function started(...flags: string[]) {
  const server = start('--port=0', ...flags);
  return { ...server, url: await addressOf(server) };
}

async function addressOf({ output, exited }: ReturnType<typeof start>): Promise<string> {
  let isOver = false;
  void exited.then(() => (isOver = true));
  for (;;) {
    const url = /(?:listening on |Open     )([^\s"]+)/.exec(output.all)?.[1];
    if (url !== undefined) return url;
    if (isOver) throw new Error(`the server has ended: ${output.all}`);
    await delay(20);
  }
}

/** Flags of a server that only has the address in common with the first one. */
const ELSEWHERE = ['--database=other.db', '--root=.'];

async function stop({ child, exited }: ReturnType<typeof start>): Promise<void> {
  child.kill('SIGTERM');
  await exited;
}

async function failure(...flags: string[]): Promise<string> {
  const { exited, output } = start(...flags);
  expect(await exited).toBe(1);
  return output.all;
}

function ask(url: string, options: object = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? getSecure : get;
    send(url, options, resolve).on('error', reject);
  });
}

async function bodyOf(url: string, options: object = {}): Promise<string> {
  return text(await ask(url, options));
}

test('the first start prints the address and the first user, each once', async () => {
  const { output, url } = await started();

  expect(output.all).toContain(`Open     ${url}`);
  expect(output.all.match(/tiny-password/g)).toHaveLength(1);
  const sentence = "User 'admin' initialized with randomly generated password: tiny-password";
  expect(output.all).toContain(sentence);
  expect(await bodyOf(`${url}hello`)).toBe('hello');
  expect(await readFile(join(folder, 'data/Welcome.txt'), 'utf8')).toContain('Welcome');
});

test('the log contains that commands are enabled, with a warning about a shell', async () => {
  const quiet = await started();
  expect(quiet.output.all).not.toContain('commands are');
  await stop(quiet);
  const server = await started('--disableExec=false');
  expect(server.output.all).toMatch(/"level":30.*"commands are on, without a shell; /);

  const database = await openDatabase({ kind: 'sqlite', file: join(folder, 'filebrowser.db') });
  const shell = ['/bin/sh', '-c'];
  await database.write((tx) => updateGlobalSettings(tx, (stored) => ({ ...stored, shell })));
  await database.close();
  await stop(server);
  const withShell = await started('--disableExec=false', '--allowShell');
  // The log is written to another pipe than the address.
  await vi.waitFor(
    () => expect(withShell.output.all).toMatch(/"level":40.*with full shell access/),
    { timeout: 20_000 },
  );
});

test('SIGTERM lets a running download finish, does not wait for idle connections, and ends with 0', async () => {
  const { child, url, exited, output } = await started();
  const agent = new Agent({ keepAlive: true });
  await bodyOf(`${url}hello`, { agent });
  const download = await ask(`${url}slow?20`);

  child.kill('SIGTERM');
  await delay(200);
  await expect(ask(`${url}hello`)).rejects.toThrow('ECONNREFUSED');
  expect(await text(download)).toBe('.'.repeat(20));
  expect(await exited).toBe(0);
  expect(output.all).toContain('app closed');
  agent.destroy();
});

test('a further port is as good as the first, also while it stops', async () => {
  const other = await freePort();
  const { child, url, exited, output } = await started(`--morePorts=${other}`);
  const same = `http://127.0.0.1:${other}/`;
  await vi.waitFor(() => expect(output.all).toContain(`listening on ${same}`), 20_000);
  expect([await bodyOf(`${url}hello`), await bodyOf(`${same}hello`)]).toEqual(['hello', 'hello']);
  const taken = await failure('--port=0', `--morePorts=${other}`, ...ELSEWHERE);
  expect(taken).toContain(`127.0.0.1, port ${other}: the port is already in use`);

  const [download, last] = [await ask(`${same}slow?20`), await ask(`${url}slow?20`)];
  child.kill('SIGTERM');
  await vi.waitFor(() => expect(ask(`${same}hello`)).rejects.toThrow('ECONNREFUSED'), {
    timeout: 10_000,
  });
  expect([await text(download), await text(last)]).toEqual(['.'.repeat(20), '.'.repeat(20)]);
  expect(await exited).toBe(0);
});

test('a transfer that does not finish in time is cut, and the process ends with 0', async () => {
  const server = startIn({ DRAIN_MS: '300' }, '--port=0');
  const url = await addressOf(server);
  const cut = ask(`${url}hang`).catch((error: Error) => error.message);
  await delay(100);

  server.child.kill('SIGINT');
  expect(await cut).toBe('socket hang up');
  // After 9.5 seconds it would end itself with 1.
  expect(await server.exited).toBe(0);
});

test('a second signal ends the process at once', async () => {
  const { child, url, exited } = await started();
  await ask(`${url}slow?200`);
  child.kill('SIGTERM');
  await delay(200);
  child.kill('SIGTERM');
  expect(await exited).toBe(1);
});

test('a signal that is passed on by a parent as well still ends the process in good order', async () => {
  const { child, exited } = await started();
  child.kill('SIGINT');
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
});

test('under npm the server ends when npm does, which hands no signal on', async () => {
  const words = [PROGRAM, '--port=0'];
  const env = { PATH: process.env['PATH'], HOME: folder, npm_lifecycle_event: 'start' };
  // Like npm, a shell stays between us and the server.
  const line = [process.execPath, ...words].map((word) => `'${word}'`).join(' ');
  const shell = spawn('sh', ['-c', `${line} & echo "pid $!" ; wait`], { cwd: folder, env });
  running.push(shell);
  let output = '';
  shell.stdout.on('data', (data) => (output += String(data)));
  await vi.waitFor(() => expect(output).toContain('listening on'), { timeout: 25_000 });

  shell.kill('SIGKILL');
  const pid = Number(/pid (\d+)/.exec(output)?.[1]);
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: 15_000 });
});

test.each(['SIGHUP', 'SIGQUIT'] as const)('%s stops the server, too', async (signal) => {
  const { child, exited } = await started();
  child.kill(signal);
  expect(await exited).toBe(0);
});

test('TLS is served with certificate and key, in version 1.2 and later only', async () => {
  writeSelfSigned(folder, 'cert.pem', 'key.pem');
  const other = await freePort();
  const { url } = await started('--cert=cert.pem', '--key=key.pem', `--morePorts=${other}`);

  expect(url).toMatch(/^https:/);
  const trusting = { rejectUnauthorized: false };
  expect(await bodyOf(`${url}hello`, trusting)).toBe('hello');
  expect(await bodyOf(`https://127.0.0.1:${other}/hello`, trusting)).toBe('hello');
  const old = { ...trusting, minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1' };
  await expect(ask(`${url}hello`, { ...old, ciphers: 'ALL@SECLEVEL=0' })).rejects.toThrow(
    'alert protocol version',
  );
});

test('a key that does not belong to the certificate is reported in one line', async () => {
  writeSelfSigned(folder, 'cert.pem', 'key.pem');
  writeSelfSigned(folder, 'other.pem', 'other-key.pem');
  expect(await failure('--cert=cert.pem', '--key=other-key.pem')).toMatch(
    /^filebrowser: --key: \S+other-key.pem does not contain the private key of \S+cert.pem\n$/m,
  );
  await writeFile(join(folder, 'bad.pem'), 'no');
  expect(await failure('--cert=bad.pem', '--key=key.pem')).toContain(
    'does not contain a certificate',
  );
  expect(await failure('--cert=none.pem', '--key=key.pem')).toContain('cannot be read (ENOENT)');
});

test('a Unix socket gets the configured permissions, and replaces a stale one', async () => {
  const socketPath = join(folder, 'fb.sock');
  const flags = ['--socket=fb.sock', '--socket-perm=0600'];
  const first = start(...flags);
  await addressOf(first);
  expect((await stat(socketPath)).mode & 0o777).toBe(0o600);
  expect(await failure(...flags, ...ELSEWHERE)).toContain('another program listens on');
  first.child.kill('SIGKILL');
  await first.exited;

  await addressOf(start(...flags));
  expect(await bodyOf('http://fb/hello', { socketPath })).toBe('hello');
});

test('never removes a file that is not a socket', async () => {
  await writeFile(join(folder, 'precious'), 'mine');
  expect(await failure('--socket=precious')).toContain('exists and is not a socket');
  expect(await readFile(join(folder, 'precious'), 'utf8')).toBe('mine');
});

test('a port in use is reported in one line', async () => {
  const other = createServer().listen(9310, '127.0.0.1');
  await once(other, 'listening');
  const message = await failure('--port=9310');
  other.close();
  expect(message).toContain(
    'filebrowser: 127.0.0.1, port 9310: the port is already in use. Choose another with --port.\n',
  );
  expect(message).not.toContain('    at ');
  // Nothing of a first start has happened.
  expect(message).not.toContain('tiny-password');
});

test('an address of another machine is reported in one line', async () => {
  const message = await failure('--address=192.0.2.1', `--password=${HASH}`);
  expect(message).toContain(
    'filebrowser: 192.0.2.1, port 8080: this machine does not have the address',
  );
});

test('a root that is missing stops the start before a database is made', async () => {
  const message = await failure('--root=missing');
  expect(message).toMatch(/^filebrowser: flag --root: the folder \S+missing does not exist\n$/);
  await expect(stat(join(folder, 'filebrowser.db'))).rejects.toThrow('ENOENT');
});

test('a corrupt database is reported in one line and not changed', async () => {
  const garbage = 'this is not a database '.repeat(500);
  await writeFile(join(folder, 'filebrowser.db'), garbage);
  const message = await failure();
  expect(message).toMatch(/^filebrowser: .*filebrowser\.db.*\n$/);
  expect(await readFile(join(folder, 'filebrowser.db'), 'utf8')).toBe(garbage);
});

test('a damaged database of File Browser 2 is reported in one line and not changed', async () => {
  const bbolt = Buffer.alloc(4_096);
  bbolt.writeUInt32LE(0xed0cdaed, 16);
  await writeFile(join(folder, 'filebrowser.db'), bbolt);
  expect(await failure()).toMatch(
    /^filebrowser: .*filebrowser\.db: both meta pages of the file are damaged.*\n$/,
  );
  expect(await readFile(join(folder, 'filebrowser.db'))).toEqual(bbolt);
});

test('access without a password from other machines needs an explicit setting', async () => {
  expect(await failure('--noauth', '--address=0.0.0.0')).toContain('--allowRemoteNoauth');
});

test('an unknown flag is refused with a suggestion', async () => {
  expect(await failure('--prot=1')).toBe(
    "filebrowser: unknown option '--prot=1' (Did you mean --port?). See filebrowser --help.\n",
  );
});

test('the log file is readable by its owner only', async () => {
  const { child, exited } = await started('--log=fb.log');
  child.kill('SIGTERM');
  await exited;
  const file = join(folder, 'fb.log');
  expect((await stat(file)).mode & 0o777).toBe(0o640);
  expect(JSON.parse((await readFile(file, 'utf8')).split('\n')[0] ?? '')).toMatchObject({
    level: 30,
  });
});
