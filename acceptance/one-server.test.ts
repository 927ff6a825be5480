import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type CliResult, runCommand } from './cli/cli-folder.ts';
import { send } from './http/send.ts';
import { inDatabase } from './server/in-database.ts';
import { freePort, LEASE_IN_ROOT } from './server/running-server.ts';
import { DATABASE_NAME } from './server/setup-database.ts';
import { useServer } from './server/use-server.ts';

vi.setConfig({ testTimeout: 180_000 });

const FILES = 3_000;

const served = useServer();

/** Starts a second server, which is expected to exit. */
function second(flags: Readonly<Record<string, string>>): CliResult {
  const { work, root, port } = served().server;
  const all = { database: DATABASE_NAME, root, port: `${port}`, address: '127.0.0.1', ...flags };
  const words = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]);
  return runCommand(work, words);
}

const other = () => join(served().server.work, 'other.db');

/** Flags of second servers, with the expected output. */
const SECONDS: readonly {
  what: string;
  flags: () => Promise<Record<string, string>>;
  told: RegExp;
}[] = [
  {
    what: 'the same flags',
    flags: async () => ({}),
    told: /^filebrowser: the database \S+filebrowser\.db is in use by another File Browser server\. Stop /,
  },
  {
    what: 'the same database on another port, named by a symlink',
    flags: async () => {
      const link = join(served().server.work, 'link.db');
      if (!existsSync(link)) symlinkSync(DATABASE_NAME, link);
      return { database: link, root: '.', port: `${await freePort()}` };
    },
    told: /^filebrowser: the database \S+link\.db is in use by another File Browser server\. Stop /,
  },
  {
    what: 'the same root with another database on another port',
    flags: async () => ({ database: other(), port: `${await freePort()}` }),
    told: /filebrowser: the folder \S+srv is served by another File Browser server\. Stop /,
  },
  {
    what: 'the same root and port with another database',
    flags: async () => ({ database: other() }),
    told: /filebrowser: 127\.0\.0\.1, port \d+: the port is already in use/,
  },
];

describe('a second server', () => {
  it.each(SECONDS)(
    'with $what exits at once with 1, and the copy of the first server is complete',
    async ({ flags, told }) => {
      const { server, as } = served();
      const [from, to] = ['many', 'copied'].map((name) => join(server.root, name));
      layOut(from ?? '');
      rmSync(to ?? '', { recursive: true, force: true });
      let isOver = false;
      const copying = as('admin', {
        method: 'PATCH',
        path: '/api/resources/many?action=copy&destination=%2Fcopied',
      }).finally(() => (isOver = true));
      await vi.waitUntil(() => readdirSync(server.root).some(isTemporaryName), {
        timeout: 60_000,
        interval: 1,
      });

      const outcome = second(await flags());
      expect([outcome.status, outcome.stderr]).toEqual([1, expect.stringMatching(told)]);
      expect(outcome.stderr.trimEnd().split('\n').at(-1)).toMatch(/^filebrowser: /);
      expect(outcome.stderr).not.toContain('    at ');

      expect((await copying).status).toBe(200);
      expect(isOver).toBe(true);
      expect(readdirSync(to ?? '')).toHaveLength(FILES);
      expect(readdirSync(server.root).filter(isTemporaryName)).toEqual([]);
    },
  );

  it('creates no user when another program has its port: the next start shows the password', async () => {
    const { work } = served().server;
    mkdirSync(join(work, 'fresh'));
    const blocker = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => blocker.listen(port, '127.0.0.1', resolve));
    onTestFinished(() => void blocker.close());
    const flags = { database: join(work, 'fresh.db'), root: join(work, 'fresh'), port: `${port}` };
    const outcome = second(flags);
    expect([outcome.status, outcome.stderr]).toEqual([
      1,
      expect.stringContaining('the port is already in use'),
    ]);
    expect(outcome.stderr).not.toContain('randomly generated password');
    expect(readdirSync(join(work, 'fresh'))).toEqual([]);
    expect(runCommand(work, ['users', 'ls', '-d', flags.database]).stdout).not.toContain('admin');
  });
});

describe('the leases of a server', () => {
  it('are hidden from all users and cannot be requested', async () => {
    const { as, server } = served();
    expect(existsSync(join(server.root, LEASE_IN_ROOT))).toBe(true);
    const listing = await as('admin', { path: '/api/resources/' });
    expect(listing.status).toBe(200);
    expect(listing.body.toString()).not.toContain('lease');
    const path = `/api/raw/${LEASE_IN_ROOT}`;
    expect((await as('admin', { path })).status).toBe(404);
  });

  it('are released by a kill -9, and a regular stop does not change the time of the root', async () => {
    const { server, sessions } = served();
    for (let n = 0; n < 5; n += 1) {
      await server.kill();
      await server.resume();
    }
    await sessions.logIn('admin');
    const { mtimeNs } = statSync(server.root, { bigint: true });
    await server.terminate();
    await server.resume();
    expect(statSync(server.root, { bigint: true }).mtimeNs).toBe(mtimeNs);
  });

  it('block the commands that need the database exclusively, and no others', async () => {
    const { server } = served();
    const run = (...words: string[]) => runCommand(server.work, words);
    expect(run('users', 'add', 'eve', 'A-long-password-8').status).toBe(0);
    writeFileSync(join(server.work, 'users.json'), '[]');
    expect(run('import', 'users.json')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/filebrowser\.db is in use by a File Browser server\. Stop /),
    });
    // Simulates a newer version with one more migration that changes tables.
    const last = inDatabase(server, (database) => {
      const rows = database
        .prepare(
          "select name, timestamp from schemaMigration where name not like '%-compatible' order by name desc limit 1",
        )
        .all() as { name: string; timestamp: string }[];
      database.exec(`delete from schemaMigration where name = '${rows[0]?.name}'`);
      return rows[0];
    });
    expect(run('users', 'ls')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/in use by a File Browser server of an older version\. Stop /),
    });
    inDatabase(server, (database) =>
      database
        .prepare('insert into schemaMigration (name, timestamp) values (?, ?)')
        .run(last?.name, last?.timestamp),
    );
    expect(run('users', 'ls').stdout).toContain('eve');
  });
});

describe('a server that recovers after a crash', () => {
  it('answers requests only after the recovery', async () => {
    const { server } = served();
    await server.kill();
    const part = '.filebrowser-0123456789abcdef01234567.part';
    layOut(join(server.root, part));
    inDatabase(server, (database) =>
      database
        .prepare('insert into operation (kind, state, startedAt, payload) values (?, ?, ?, ?)')
        .run('discard', 'removing', 0, JSON.stringify({ temporary: `/${part}` })),
    );
    const starting = server.resume();
    const answer = await vi.waitFor(() => send(server.port, { path: '/health' }), {
      timeout: 60_000,
      interval: 5,
    });
    expect([answer.status, existsSync(join(server.root, part))]).toEqual([200, false]);
    await starting;
  });
});

const mayMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0;

describe.skipIf(!mayMount)('a read-only root', () => {
  it('is served, with a warning that no lease protects it', async () => {
    const { server } = served();
    await server.terminate();
    spawnSync('mount', ['--bind', server.root, server.root]);
    onTestFinished(() => void spawnSync('umount', ['-l', server.root]));
    expect(spawnSync('mount', ['-o', 'remount,ro,bind', server.root]).status).toBe(0);
    await server.resume();
    expect(server.output).toMatch(/"level":40.*srv could not be reserved: it is on a read-only/);
    await server.terminate();
    spawnSync('umount', ['-l', server.root]);
    await server.resume();
  });
});

function layOut(folder: string): void {
  if (existsSync(folder)) return;
  mkdirSync(folder);
  for (let n = 0; n < FILES; n += 1) writeFileSync(join(folder, `${n}.txt`), `file ${n}`);
}

function isTemporaryName(name: string): boolean {
  return name.startsWith('.filebrowser-') && name.endsWith('.part') && name !== LEASE_IN_ROOT;
}
