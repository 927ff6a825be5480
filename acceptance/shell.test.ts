import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { send } from './http/send.ts';
import { converse } from './http/websocket.ts';
import { freePort, RunningServer } from './server/running-server.ts';
import { useServer } from './server/use-server.ts';

const PATH = `${process.env['PATH']}:/usr/sbin`;
const hasNginx = spawnSync('nginx', ['-v'], { env: { PATH } }).status === 0;

/** Starts a server whose `runner` has a command running that would sleep for ten minutes, with a child process. */
async function startNapping() {
  const server = await RunningServer.start({ scratch: inject('scratch'), setup: 'exec' });
  const user = server.setup.users.find(({ username }) => username === 'runner');
  const credentials = JSON.stringify({ username: user?.username, password: user?.password });
  const login = { method: 'POST', path: '/api/login', body: credentials };
  const token = (await send(server.port, login)).body.toString();
  const socket = new WebSocket(`ws://${server.host}/api/command/`, {
    headers: { 'X-Auth': token },
  });
  const closed = once(socket, 'close') as Promise<[code: number, reason: Buffer]>;
  await once(socket, 'open');
  const nap = `600.${process.pid}${server.port}`;
  socket.send(`sh -c 'sleep ${nap} & wait'`);
  await expect.poll(() => isRunning(nap), { timeout: 20_000 }).toBe(true);
  return { server, closed, nap };
}

describe('a server with a command running', () => {
  it('leaves no process behind when it is killed', async () => {
    const { server, closed, nap } = await startNapping();
    await server.kill();
    const [code] = await closed;
    expect(code).toBe(1006);
    await expect.poll(() => isRunning(nap), { timeout: 20_000 }).toBe(false);
    await server.stop();
  });

  it('stops on request, and reports it', async () => {
    const { server, closed, nap } = await startNapping();
    await server.stop();
    const [code, reason] = await closed;
    // A connection that is dropped by the end of the process closes with 1006.
    expect([code, reason.toString()]).toEqual([1000, 'stopped']);
    expect(isRunning(nap)).toBe(false);
    expect(server.output).toContain('stopped');
  });
});

describe.skipIf(!hasNginx)(
  `the shell behind an nginx${hasNginx ? '' : ' (not run: nginx is not installed)'}`,
  () => {
    const served = useServer({ setup: 'exec', flags: ['--trustedProxies', '127.0.0.1'] });
    let nginx: ChildProcess | undefined;
    let folder = '';
    let port = 0;

    beforeAll(async () => {
      folder = mkdtempSync(join(inject('scratch'), 'nginx-shell-'));
      port = await freePort();
      writeFileSync(join(folder, 'nginx.conf'), configuration(port, served().server.port));
      nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
        env: { PATH },
        stdio: 'ignore',
      });
    });
    afterAll(async () => {
      const ended = new Promise((resolve) => nginx?.once('exit', resolve));
      if (nginx?.kill()) await ended;
      rmSync(folder, { recursive: true, force: true });
    });

    const say = async (headers: Readonly<Record<string, string>>) => {
      const health = () => send(port, { path: '/health' }).then(({ status }) => status);
      await expect.poll(() => health().catch(() => 0), { timeout: 20_000 }).toBe(200);
      const cookie = `auth=${await served().sessions.tokenOf('runner')}`;
      return converse(port, { path: '/api/command/docs', headers: { cookie, ...headers } }, ['ls']);
    };

    it('works for a page of this origin, by the host that nginx passes on', async () => {
      const { status, body } = await say({ Origin: 'http://files.example', Host: 'files.example' });
      expect([status, JSON.parse(body.toString())]).toEqual([
        101,
        { messages: ['b.txt', 'c.txt'], closed: '1000 exit 0' },
      ]);
    });

    it('refuses every other page', async () => {
      const reply = await say({ Origin: 'http://evil.example', Host: 'files.example' });
      expect([reply.status, reply.body.toString()]).toEqual([403, '403 Forbidden\n']);
    });
  },
);

/** Returns the example of the operator's guide, with the lines that a test needs around it. */
function configuration(port: number, target: number): string {
  return `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    worker_processes 1;
    pid nginx.pid;
    error_log stderr;
    events {}
    http {
      access_log off;
      client_body_temp_path body;
      proxy_temp_path proxied;
      fastcgi_temp_path fastcgi;
      uwsgi_temp_path uwsgi;
      scgi_temp_path scgi;
      map $http_upgrade $connection_upgrade { default upgrade; '' close; }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://127.0.0.1:${target};
          proxy_http_version 1.1;
          proxy_set_header Upgrade $http_upgrade;
          proxy_set_header Connection $connection_upgrade;
          proxy_set_header Host localhost;
          proxy_set_header X-Forwarded-Host $http_host;
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        }
      }
    }`;
}

/** Returns whether any process of this machine has this text among its arguments. */
function isRunning(word: string): boolean {
  return readdirSync('/proc').some((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(word);
    } catch {
      return false; // The entry is no process, or the process has just ended.
    }
  });
}
