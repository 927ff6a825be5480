// PostgreSQL for the store tests: the one named by FB_TEST_POSTGRES, else a throwaway cluster of an
// installed PostgreSQL, else of Debian's package when we may install it. Reachable only through a socket
// in a private folder; gone when the one who started it is gone.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const READY_WITHIN_MS = 30_000;
const SUPERUSER = 'filebrowser';

/** What a database of a few seconds does not need: to survive a power cut. */
const FAST = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'shared_buffers=16MB',
  'listen_addresses=',
];

/**
 * Runs the server until it ends or our end of its standard input closes, which it does however we end;
 * then removes the folder it runs in. Arguments: the server's command line.
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

export async function startPostgres() {
  const given = process.env.FB_TEST_POSTGRES;
  if (given) return { url: given, stop: async () => {} };
  if (process.platform === 'win32')
    return { missing: 'set FB_TEST_POSTGRES to the address of one' };

  const binaries = findBinaries() ?? installOnDebian();
  if (binaries === undefined) {
    return {
      missing: 'PostgreSQL is not installed; install it, or set FB_TEST_POSTGRES to its address',
    };
  }
  try {
    return await startCluster(binaries);
  } catch (error) {
    return { missing: `PostgreSQL of ${binaries} did not start: ${error.message}` };
  }
}

/** The folder that holds `initdb` and `postgres`; of several Debian ones the newest. */
function findBinaries() {
  const onPath = (process.env.PATH ?? '').split(delimiter);
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a));
  return [...newestFirst.map((version) => join(debian, version, 'bin')), ...onPath].find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
}

function installOnDebian() {
  if (process.getuid() !== 0 || !existsSync('/etc/debian_version')) return undefined;
  console.log('Installing PostgreSQL for the store tests (apt-get install postgresql) …');
  // The package would make and start a cluster of its own; nobody asked for one.
  mkdirSync('/etc/postgresql-common/createcluster.d', { recursive: true });
  writeFileSync(
    '/etc/postgresql-common/createcluster.d/filebrowser-tests.conf',
    'create_main_cluster = false\n',
  );
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'postgresql']]) {
    const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' });
    if (status !== 0) console.error(`apt-get ${args.join(' ')} failed: ${stderr}`);
  }
  return findBinaries();
}

async function startCluster(binaries) {
  const folder = mkdtempSync(join(tmpdir(), 'fb-pg-'));
  const cleanUp = () => rmSync(folder, { recursive: true, force: true });
  try {
    const as = unprivileged();
    if (as.uid !== undefined) chownSync(folder, as.uid, as.gid);
    const data = join(folder, 'data');
    const options = { ...as, cwd: folder, env: { ...process.env, HOME: folder, LC_ALL: 'C' } };
    const initdb = ['-D', data, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--no-sync'];
    execFileSync(join(binaries, 'initdb'), [...initdb, '--locale=C'], {
      ...options,
      stdio: 'pipe',
    });

    const settings = FAST.flatMap((setting) => ['-c', setting]);
    const command = [join(binaries, 'postgres'), '-D', data, '-k', folder, ...settings];
    const child = spawn('sh', ['-c', RUN_WHILE_WANTED, 'sh', ...command], {
      ...options,
      stdio: ['pipe', 'ignore', 'pipe'],
      detached: true, // Ctrl+C is for the tests; this one ends when they do
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

/** PostgreSQL refuses to run as root: its own user if there is one, else nobody. */
function unprivileged() {
  if (process.getuid() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = ['postgres', 'nobody']
    .map((name) => users.find(([found]) => found === name))
    .find((found) => found !== undefined);
  if (user === undefined) throw new Error('there is no user but root to run it as');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

function ready(child) {
  return new Promise((resolve, reject) => {
    let said = '';
    const giveUp = (reason) => {
      child.stdin.end();
      reject(new Error(`${reason}: ${said.trim().split('\n').at(-1)}`));
    };
    const timer = setTimeout(() => giveUp('no answer in time'), READY_WITHIN_MS);
    child.once('close', () => giveUp('it ended at once'));
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-4_000);
      if (!said.includes('ready to accept connections')) return;
      clearTimeout(timer);
      resolve();
    });
  });
}
