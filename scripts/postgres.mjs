// PostgreSQL for the tests of the database: the server that FB_TEST_POSTGRES names, else a temporary cluster of an installed
// PostgreSQL. The cluster listens only on a socket in a private folder and ends with the process that started it.
import { execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { installOnDebian } from './lib/test-programs.mjs';

const READY_WITHIN_MS = 30_000;
export const SUPERUSER = 'filebrowser';

/** A temporary cluster does not have to survive a power cut. */
const FAST = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'shared_buffers=16MB',
  'listen_addresses=',
];

/**
 * In memory, a database is created and dropped five times as fast: each one has 300 files, and ext4 looks for free inodes
 * among all that were deleted lately. A container may have too little of it.
 */
const MEMORY = '/dev/shm';
const NEEDED_MEMORY_BYTES = 2 * 2 ** 30;

/**
 * Runs the server until it ends or its standard input closes, as it does when this process ends for any reason. Then
 * removes the folder in which it runs. Arguments: the server's command line.
 */
const RUN_WHILE_WANTED = `
exec 3<&0
"$@" 3<&- &
server=$!
(read -r _ <&3; kill -QUIT $server) 2>/dev/null &
watcher=$!
wait $server
kill $watcher 2>/dev/null
folder=$PWD && cd / && rm -rf "$folder"
`;

/** Describes in one line why there is no PostgreSQL, what to do, and what is skipped. */
const MISSING =
  'missing: PostgreSQL. Install: apt-get install postgresql, or set FB_TEST_POSTGRES to the address of a server. ' +
  'Skipped: tests of the database on PostgreSQL.';

/** Installs PostgreSQL if it is missing and the process may do so. Returns the messages to print, if any. */
export function providePostgres() {
  const isProvided = process.env.FB_TEST_POSTGRES || findBinaries() || installPackage();
  return isProvided ? [] : [MISSING];
}

export async function startPostgres() {
  const given = process.env.FB_TEST_POSTGRES;
  if (given) return { url: given, stop: async () => {} };
  const binaries = process.platform === 'win32' ? undefined : findBinaries();
  if (binaries === undefined) return { missing: MISSING };
  try {
    return await startCluster(binaries);
  } catch (error) {
    return { missing: `PostgreSQL of ${binaries} did not start: ${error.message}` };
  }
}

/** Returns the folder that holds `initdb` and `postgres`, of several Debian ones the newest; undefined when there is none. */
export function findBinaries() {
  const onPath = (process.env.PATH ?? '').split(delimiter);
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a));
  return [...newestFirst.map((version) => join(debian, version, 'bin')), ...onPath].find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
}

/** Installs Debian's package without the cluster that it would create and start. */
function installPackage() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined;
  mkdirSync('/etc/postgresql-common/createcluster.d', { recursive: true });
  writeFileSync(
    '/etc/postgresql-common/createcluster.d/filebrowser-tests.conf',
    'create_main_cluster = false\n',
  );
  installOnDebian(['postgresql']);
  return findBinaries();
}

/** Creates the files of a cluster in `folder`, whose superuser needs no password. `options` are those of child processes. */
export function initCluster({ binaries, folder, options }) {
  const initdb = ['-D', join(folder, 'data'), '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8'];
  execFileSync(join(binaries, 'initdb'), [...initdb, '--no-sync', '--locale=C'], {
    ...options,
    stdio: 'pipe',
  });
}

/** Returns the folder for a temporary cluster: in memory where there is enough of it. */
function parentFolder() {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize < NEEDED_MEMORY_BYTES ? tmpdir() : MEMORY;
}

async function startCluster(binaries) {
  const folder = mkdtempSync(join(parentFolder(), 'fb-pg-'));
  const cleanUp = () => rmSync(folder, { recursive: true, force: true });
  try {
    const as = unprivileged();
    if (as.uid !== undefined) chownSync(folder, as.uid, as.gid);
    const data = join(folder, 'data');
    const options = { ...as, cwd: folder, env: { ...process.env, HOME: folder, LC_ALL: 'C' } };
    initCluster({ binaries, folder, options });

    const settings = FAST.flatMap((setting) => ['-c', setting]);
    const command = [join(binaries, 'postgres'), '-D', data, '-k', folder, ...settings];
    const child = spawn('sh', ['-c', RUN_WHILE_WANTED, 'sh', ...command], {
      ...options,
      stdio: ['pipe', 'ignore', 'pipe'],
      detached: true, // Ctrl+C reaches only the tests; the server ends with them
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    await ready(child);
    return {
      url: `postgresql://${SUPERUSER}@localhost/postgres?host=${encodeURIComponent(folder)}`,
      async stop() {
        child.stdin.end();
        await ended;
        cleanUp();
      },
    };
  } catch (error) {
    cleanUp();
    throw error;
  }
}

/** Returns the ids of a user for PostgreSQL, which refuses to run as root: its own user, or else an unprivileged one. Empty unless this process is root. */
export function unprivileged() {
  if (process.getuid() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = ['postgres', 'nobody']
    .map((name) => users.find(([found]) => found === name))
    .find((found) => found !== undefined);
  if (user === undefined) throw new Error('PostgreSQL needs the user postgres or nobody');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

function ready(child) {
  return new Promise((resolve, reject) => {
    let output = '';
    const giveUp = (reason) => {
      child.stdin.end();
      reject(new Error(`${reason}: ${output.trim().split('\n').at(-1)}`));
    };
    const timer = setTimeout(() => giveUp('not ready in time'), READY_WITHIN_MS);
    child.once('close', () => giveUp('it ended at once'));
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-4_000);
      if (!output.includes('ready to accept connections')) return;
      clearTimeout(timer);
      resolve();
    });
  });
}
