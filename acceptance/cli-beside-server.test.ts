import { lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand, type CliResult } from './cli/cli-folder.ts';
import { send } from './http/send.ts';
import { useServer } from './server/use-server.ts';

const NEW_PASSWORD = 'Another-long-pw-7';

describe('commands beside a running server', () => {
  const served = useServer();

  function run(...args: string[]): CliResult {
    return runCommand(served().server.work, args);
  }

  async function listing(token: string, path = '/'): Promise<number> {
    const headers = { 'X-Auth': token };
    return (await send(served().server.port, { path: `/api/resources${path}`, headers })).status;
  }

  async function logIn(username: string, password: string): Promise<number> {
    const body = JSON.stringify({ username, password });
    return (await send(served().server.port, { method: 'POST', path: '/api/login', body })).status;
  }

  it('a removed user is refused from the next request on', async () => {
    const token = await served().sessions.logIn('nodelete');
    expect(await listing(token)).toBe(200);
    expect(run('users', 'rm', 'nodelete').status).toBe(0);
    expect(await listing(token)).toBe(401);
  });

  it('a new user can log in at once, into a new home folder', async () => {
    const { status } = run('users', 'add', 'zoe', NEW_PASSWORD, '--scope=/zoe', '--root=srv');
    expect(status).toBe(0);
    expect(await logIn('zoe', NEW_PASSWORD)).toBe(200);
    expect(statSync(join(served().server.root, 'zoe')).isDirectory()).toBe(true);
  });

  it('a reset password ends the sessions and replaces the old one', async () => {
    const token = await served().sessions.logIn('carol');
    const { status, stdout, stderr } = run('users', 'reset-password', 'carol');
    expect([status, stderr]).toEqual([0, expect.stringContaining('carol has a new password')]);
    expect(await listing(token)).toBe(401);
    expect(await logIn('carol', stdout.trim())).toBe(200);
  });

  it('a password on the standard input appears in no process list', async () => {
    const words = ['users', 'reset-password', 'fancy', '--password', '-'];
    const { status, stdout } = runCommand(served().server.work, words, `${NEW_PASSWORD}\n`);
    expect([status, stdout]).toEqual([0, '']);
    expect(await logIn('fancy', NEW_PASSWORD)).toBe(200);
  });

  it('the command line ends the sessions of one user or of all', async () => {
    const bob = await served().sessions.logIn('bob');
    const second = await served().sessions.logIn('second');
    expect(run('sessions', 'end', 'bob').status).toBe(0);
    expect([await listing(bob), await listing(second)]).toEqual([401, 200]);
    expect(run('sessions', 'end', '--all').status).toBe(0);
    expect(await listing(second)).toBe(401);
  });

  it('a removed permission is missing from the next request on', async () => {
    const token = await served().sessions.logIn('bob');
    const make = () =>
      send(served().server.port, {
        method: 'POST',
        path: '/api/resources/made.txt?override=true',
        headers: { 'X-Auth': token },
      });
    expect((await make()).status).toBe(200);
    run('users', 'update', 'bob', '--perm.create=false', '--perm.modify=false');
    expect((await make()).status).toBe(403);
  });

  it('a new rule hides from the next request on, and its removal shows again', async () => {
    const token = await served().sessions.logIn('second');
    expect(await listing(token, '/bob/')).toBe(200);
    expect(run('rules', 'add', '/bob', '-u', 'second').status).toBe(0);
    expect(await listing(token, '/bob/')).toBe(403);
    expect(run('rules', 'rm', '0', '-u', 'second').status).toBe(0);
    expect(await listing(token, '/bob/')).toBe(200);
  });

  it('the doctor command examines the open files of the server and changes nothing', async () => {
    const { work, port } = served().server;
    const headers = { 'X-Auth': await served().sessions.logIn('second') };
    // Reading the audit log stores all pending entries first; the server writes nothing after that.
    await send(port, { path: '/api/audit', headers });
    const before = stateOf(work);
    const { status, stdout } = run('doctor', '--root=srv', `--port=${port}`, '--json');
    const findings = JSON.parse(stdout) as { about: string; verdict: string; seen: string }[];

    expect(findings.filter(({ verdict }) => verdict === 'bad')).toEqual([]);
    expect(status).toBe(0);
    const database = findings.find(({ about }) => about === 'database');
    expect(database).toMatchObject({ verdict: 'ok', seen: expect.stringMatching(/^SQLite/) });
    expect(stateOf(work)).toEqual(before);
  });
});

/** Returns names, sizes and times, without the shared memory that SQLite keeps for concurrent readers. */
function stateOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.endsWith('-shm'))
    .map((name) => {
      const { size, mtimeMs } = lstatSync(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    });
}
