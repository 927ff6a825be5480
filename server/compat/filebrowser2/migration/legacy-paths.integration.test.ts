import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bundledProgram } from '../../../testing/bundled.ts';
import { legacyFolder, answerOf } from '../recorded-databases.test-tools.ts';

// Each test starts processes.
vi.setConfig({ testTimeout: 120_000 });

const NAME = 'v2.63.0';
const NOBODY = 65_534;
const SERVER = [process.execPath, bundledProgram('main')];

const isRoot = process.getuid?.() === 0;
const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;

interface Situation {
  readonly folder: string;
  /** Commands of the shell before it starts the server, which is `$@`. */
  readonly shell?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Starts with the flags of an operator of File Browser 2, and returns the error. The start must fail. */
function failure({ folder, shell = 'exec "$@"', variables = {} }: Situation): string {
  const server = [...SERVER, '-r', 'srv', '-a', '127.0.0.1', '-p', '0', '-l', 'stdout'];
  const env = { PATH: process.env['PATH'], HOME: '/nonexistent', ...variables };
  const ended = spawnSync('sh', ['-c', shell, 'sh', ...server], {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: 100_000,
  });
  expect([ended.status, ended.stdout, ended.stderr]).toEqual([
    1,
    '',
    expect.stringMatching(/^filebrowser: .*\n$/),
  ]);
  return ended.stderr;
}

function setUp() {
  const { folder, old } = legacyFolder(NAME);
  mkdirSync(join(folder, 'srv'));
  return { folder, old, bytes: readFileSync(old) };
}

function expectUntouched({ folder, old, bytes }: ReturnType<typeof setUp>): void {
  expect(readFileSync(old).equals(bytes)).toBe(true);
  expect(readdirSync(folder).toSorted()).toEqual(['filebrowser.db', 'srv']);
}

test.skipIf(!canMount)(
  'a folder in which no database can be created is reported, with another location',
  () => {
    const readOnly = setUp();
    const { folder, old } = readOnly;
    const message = failure({
      folder,
      shell: `exec unshare --mount sh -c 'mount --bind . . && mount -o remount,ro,bind "$PWD" && cd "$PWD" && exec "$@"' sh "$@"`,
    });
    expect(message).toContain(`but ${folder} is not writable. Allow this user to write there`);
    expect(message).toContain(
      `filebrowser import ${old} --database NEW, then start with --database NEW`,
    );
    expectUntouched(readOnly);

    // As in containers that mount only the file.
    const alone = setUp();
    const mounted = join(alone.folder, 'srv', 'filebrowser.db');
    const onItself = failure({
      folder: alone.folder,
      variables: { FB_DATABASE: mounted },
      shell: `touch srv/filebrowser.db; chmod 555 srv; exec unshare --mount sh -c 'mount --bind filebrowser.db srv/filebrowser.db && exec "$@"' sh "$@"`,
    });
    expect(onItself).toContain(`${mounted} is mounted as a single file`);
    expect(onItself).toContain('Mount its folder instead');
    expectUntouched(alone);
    expect(readdirSync(join(alone.folder, 'srv'))).toEqual(['filebrowser.db']);
  },
);

test.skipIf(!isRoot)(
  'reports a database that this user may not read, or in a folder that is not writable',
  () => {
    const asNobody = `exec setpriv --reuid ${NOBODY} --regid ${NOBODY} --clear-groups "$@"`;
    const hidden = setUp();
    chmodSync(hidden.folder, 0o755);
    chmodSync(hidden.old, 0o600);
    // A home folder of another user is not used.
    const home = join(hidden.folder, 'srv');
    chmodSync(home, 0o700);
    const variables = { HOME: home, FB_ROOT: '/tmp' };
    const message = failure({ folder: hidden.folder, shell: asNobody, variables });
    expect(message).toContain(`the database ${hidden.old} cannot be opened: no permission`);
    expectUntouched(hidden);

    chmodSync(hidden.old, 0o644);
    const closed = failure({ folder: hidden.folder, shell: asNobody });
    expect(closed).toContain(`but ${hidden.folder} is not writable`);
    expectUntouched(hidden);
  },
);

test('explains what is wrong with a damaged or foreign database, and keeps it unchanged', async () => {
  const cut = setUp();
  truncateSync(cut.old, 50_000);
  expect(failure(cut)).toContain(`${cut.old}: the file ends after 50000 bytes`);
  expectUntouched({ ...cut, bytes: cut.bytes.subarray(0, 50_000) });

  const damaged = setUp();
  const garbage = Buffer.from(damaged.bytes);
  const pageSize = garbage.readUInt32LE(24);
  garbage.fill(0x5a, 2 * pageSize);
  writeFileSync(damaged.old, garbage);
  expect(failure(damaged)).toContain(`${damaged.old}: `);
  expectUntouched({ ...damaged, bytes: garbage });

  const folder = setUp();
  rmSync(folder.old);
  mkdirSync(folder.old);
  expect(failure(folder)).toContain(
    `the database ${folder.old} is a folder; set a file with --database`,
  );
});

/** Starts a server. Returns its output and a client. */
async function started(folder: string, words: readonly string[], variables = {}) {
  const [program = '', ...before] = SERVER;
  const env = { PATH: process.env['PATH'], HOME: '/nonexistent', ...variables };
  const child = spawn(program, [...before, ...words], { cwd: folder, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  const address = new Promise<string>((resolve, reject) => {
    const listen = (data: Buffer) => {
      said += data.toString();
      const found = /listening on (http:[^\s"]+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('exit', () => reject(new Error(`the server has ended: ${said}`)));
  });
  address.catch(() => undefined);
  const url = await address;
  return {
    said: () => said,
    async logIn(username: string, password: string | null) {
      const body = JSON.stringify({ username, password });
      return (await fetch(`${url}api/login`, { method: 'POST', body })).status;
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'close'); // all that it has said has arrived
    },
  };
}

test('starts with the flags, variables or container file of File Browser 2', async () => {
  const { folder, old, bytes } = setUp();
  mkdirSync(join(folder, 'config'));
  const file = { port: 0, baseURL: '', address: '127.0.0.1', log: 'stdout' };
  const settings = { ...file, database: old, root: join(folder, 'srv') };
  writeFileSync(join(folder, 'config/settings.json'), JSON.stringify(settings));
  const user = answerOf(NAME).users.find(({ plain_password: plain }) => plain !== null);
  const logIn = { username: user?.username ?? '', password: user?.plain_password ?? '' };
  const own = ['-a', '127.0.0.1', '-p', '0', '-r', 'srv', '--disable-thumbnails'];
  const starts: [readonly string[], Record<string, string>][] = [
    [['--config', 'config/settings.json'], {}],
    [own, {}],
    [own, { FB_DATABASE: old }],
  ];
  for (const [index, [words, variables]] of starts.entries()) {
    const server = await started(folder, words, variables);
    expect(await server.logIn(logIn.username, logIn.password)).toBe(200);
    expect(await server.logIn(logIn.username, 'another')).toBe(403);
    await server.stop();
    const message = server.said().includes('It is not changed');
    expect([words, message]).toEqual([words, index === 0]);
    expect(readFileSync(old).equals(bytes)).toBe(true);
  }
});

test('ignores an empty file that a container runtime has created as a mount point', async () => {
  const { folder, old } = setUp();
  truncateSync(old, 0);
  const server = await started(folder, ['-a', '127.0.0.1', '-p', '0', '-r', 'srv']);
  await server.stop();
  expect(server.said()).toContain("User 'admin' initialized with randomly generated password");
  expect(readdirSync(folder).toSorted()).toEqual(['filebrowser.db', 'srv']);
});
