// S3-compatible object storage for tests: s3proxy on a temporary folder. Maven downloads it once, also when the tests run without a network
// later. It listens on 127.0.0.1 and ends with the process that started it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { installOnDebian } from './lib/test-programs.mjs';

const VERSION = '4.1.0';
const ARTIFACT = `org.gaul:s3proxy:${VERSION}:jar:jar-with-dependencies`;
const READY_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 50;

/** Runs the server until it ends or its standard input closes, as it does when this process ends for any reason. */
const RUN_WHILE_WANTED = `
exec 3<&0
"$@" 3<&- >/dev/null 2>&1 &
server=$!
(read -r _ <&3; kill -KILL $server) 2>/dev/null &
watcher=$!
wait $server
kill $watcher 2>/dev/null
`;

/** Describes in one line why there is no object storage, what to do, and what is skipped. */
const MISSING =
  'missing: s3proxy. Install: apt-get install maven openjdk-17-jre-headless, and connect to the internet once. ' +
  'Skipped: tests of object storage.';

/** Downloads s3proxy if it is missing. Returns the messages to print, if any. */
export function provideObjectStore() {
  if (existsSync(jar()) && runs('java', '-version')) return [];
  if (!runs('mvn', '-v')) installOnDebian(['maven', 'openjdk-17-jre-headless']);
  const get = ['-q', 'dependency:get', `-Dartifact=${ARTIFACT}`, '-Dtransitive=false'];
  spawnSync('mvn', get, { stdio: 'ignore' });
  return existsSync(jar()) && runs('java', '-version') ? [] : [MISSING];
}

/** Returns why there is no object storage; undefined if it can be started. */
export function missingObjectStore() {
  return existsSync(jar()) ? undefined : MISSING;
}

/** Starts a server with empty buckets of these names. */
export async function startObjectStore(...buckets) {
  const folder = mkdtempSync(join(tmpdir(), 'fb-s3-'));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId: 'test-identity', secretAccessKey: 'test-credential' };
  for (const bucket of buckets) mkdirSync(join(folder, 'store', bucket), { recursive: true });
  const settings = {
    's3proxy.endpoint': endpoint,
    's3proxy.authorization': 'aws-v2-or-v4',
    's3proxy.identity': credentials.accessKeyId,
    's3proxy.credential': credentials.secretAccessKey,
    'jclouds.provider': 'filesystem-nio2',
    'jclouds.filesystem.basedir': join(folder, 'store'),
  };
  const properties = join(folder, 's3proxy.conf');
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(properties, lines.join(''));

  const command = ['java', '-Xmx256m', '-jar', jar(), '--properties', properties];
  const child = spawn('sh', ['-c', RUN_WHILE_WANTED, 'sh', ...command], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // Ctrl+C reaches only the tests; the server ends with them
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.unref();
  child.stdin.unref();
  const stop = async () => {
    child.stdin.end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  await answers(endpoint, ended).catch(async (error) => {
    await stop();
    throw error;
  });
  return { endpoint, credentials, folder: join(folder, 'store'), stop };
}

async function answers(endpoint, ended) {
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until && !hasEnded) {
    if (await fetch(endpoint).then(Boolean, () => false)) return;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
  throw new Error('s3proxy did not start');
}

function jar() {
  const folder = join(homedir(), '.m2/repository/org/gaul/s3proxy', VERSION);
  return (
    process.env.FB_TEST_S3PROXY ?? join(folder, `s3proxy-${VERSION}-jar-with-dependencies.jar`)
  );
}

function runs(program, argument) {
  return spawnSync(program, [argument], { stdio: 'ignore' }).status === 0;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
