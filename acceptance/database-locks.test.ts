import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { runCommand, type CliResult } from './cli/cli-folder.ts';
import { header, send } from './http/send.ts';
import { inDatabase } from './server/in-database.ts';
import { DATABASE_NAME } from './server/setup-database.ts';
import { useServer } from './server/use-server.ts';

/** The working folder is the root, so that users can ask for the files of the database. */
const served = useServer({ flags: ['--root', '.'] });

function command(...words: string[]): CliResult {
  return runCommand(served().server.work, words);
}

async function statusOf(token: string, path = '/api/resources/'): Promise<number> {
  return (await send(served().server.port, { path, headers: { 'X-Auth': token } })).status;
}

const hasSqliteProgram = spawnSync('sqlite3', ['--version']).status === 0;

/**
 * Opens, reads and closes the database in another process. Older versions of SQLite delete the write-ahead log when they
 * close the database and find no lock on the file; newer versions also look for a lock on the shared memory.
 */
function readFromOutside(): void {
  const question = 'select count(*) from user';
  if (!hasSqliteProgram) inDatabase(served().server, (database) => database.exec(question));
  else spawnSync('sqlite3', [join(served().server.work, DATABASE_NAME), question]);
}

/** Returns whether the server holds a lock on the database file itself, as the kernel lists it. */
function holdsLock(): boolean {
  const { ino } = statSync(join(served().server.work, DATABASE_NAME));
  const lock = new RegExp(`POSIX +ADVISORY +READ +${served().server.pid} \\S+:${ino} `);
  return lock.test(readFileSync('/proc/locks', 'utf8'));
}

describe('a database that another program opens and closes while the server runs', () => {
  const log = () => join(served().server.work, `${DATABASE_NAME}-wal`);

  it('keeps its write-ahead log', () => {
    expect([holdsLock(), existsSync(log())]).toEqual([true, true]);
    readFromOutside();
    expect([holdsLock(), existsSync(log())]).toEqual([true, true]);
  });

  it('keeps it after users have asked for the files of the database, too', async () => {
    const token = await served().sessions.logIn('admin');
    for (const ending of ['', '-wal', '-shm']) {
      const path = `/${DATABASE_NAME}${ending}`;
      expect(await statusOf(token, `/api/raw${path}`)).toBe(403);
      expect(await statusOf(token, `/api/resources${path}?checksum=md5`)).toBe(403);
    }
    expect(await statusOf(token, '/api/raw/?algo=tar')).toBe(200);
    expect(await statusOf(token, '/api/search/?query=filebrowser')).toBe(200);
    readFromOutside();
    expect([holdsLock(), existsSync(log())]).toEqual([true, true]);
  });

  it('shows the server what a command changes, and a command what the server changes', async () => {
    readFromOutside();
    const admin = await served().sessions.logIn('admin');
    expect(command('users', 'add', 'dora', 'A-long-password-8').status).toBe(0);
    const credentials = { username: 'dora', password: 'A-long-password-8' };
    const login = { method: 'POST', path: '/api/login', body: JSON.stringify(credentials) };
    expect((await send(served().server.port, login)).status).toBe(200);
    const sessions = await send(served().server.port, {
      path: '/api/users',
      headers: { 'X-Auth': admin },
    });
    expect(sessions.body.toString()).toContain('"dora"');
    expect(command('sessions', 'ls').stdout).toContain('dora');
  });

  it('loses a removed user at once, and the server does not store the user again when it stops', async () => {
    const { server, sessions } = served();
    const token = await sessions.logIn('carol');
    readFromOutside();
    expect(await statusOf(token)).toBe(200);
    expect(command('users', 'rm', 'carol').status).toBe(0);
    expect(await statusOf(token)).toBe(401);

    await server.terminate();
    expect(command('users', 'ls').stdout).not.toMatch(/\bcarol\b/);
    await server.resume();
    expect(await statusOf(token)).toBe(401);
  });
});

describe('a database that another program keeps locked', () => {
  it('can be read all the time; log-in and other changes answer 503 with Retry-After, and succeed later', async () => {
    const { server, sessions } = served();
    const token = await sessions.logIn('admin');
    const { username, password } = server.setup.users.find((user) => user.username === 'bob') ?? {};
    const login = {
      method: 'POST',
      path: '/api/login',
      body: JSON.stringify({ username, password }),
    };
    const database = new Sqlite(join(server.work, DATABASE_NAME), { timeout: 5_000 });
    try {
      database.exec('begin immediate');
      let isAnswered = false;
      const loggingIn = send(server.port, login).finally(() => (isAnswered = true));
      const sharing = send(server.port, {
        method: 'POST',
        path: '/api/share/srv/bob/a.txt',
        headers: { 'X-Auth': token },
        body: '{}',
      });
      for (let n = 0; n < 20; n += 1) {
        expect(await statusOf(token)).toBe(200);
        expect((await send(server.port, { path: '/health' })).status).toBe(200);
      }
      expect(isAnswered).toBe(false);
      for (const reply of await Promise.all([loggingIn, sharing])) {
        expect([reply.status, header(reply, 'retry-after')]).toEqual([503, '5']);
      }
    } finally {
      database.close();
    }
    expect((await send(server.port, login)).status).toBe(200);
  });

  it('keeps a request waiting that comes shortly before the lock is released', async () => {
    const database = new Sqlite(join(served().server.work, DATABASE_NAME), { timeout: 5_000 });
    database.exec('begin exclusive');
    const loggingIn = served().sessions.logIn('bob');
    await sleep(500);
    database.close();
    expect(await loggingIn).toMatch(/./);
  });
});
