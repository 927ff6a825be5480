import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { send } from './http/send.ts';
import { converse } from './http/websocket.ts';
import { PROJECT } from './paths.ts';
import { Container, CONTAINER_FILE, hasBubblewrap } from './server/container.ts';
import { CADDY, NGINX, Proxy } from './server/proxy.ts';
import { freePort } from './server/running-server.ts';
import { useServer } from './server/use-server.ts';

const PACKAGING = join(PROJECT, 'packaging');
/** Maximum duration of a container build; minutes only if npm installs and builds as well. */
const MAX_BUILDING_MS = 1_200_000;
const MAX_PACKED_BYTES = 12 * 1024 * 1024;
/** npm compresses the package to report its size. */
const PACKING = { timeout: 180_000 };
/** Maximum exposure by `systemd-analyze security`: 0 is a service that can do nothing, 10 one that can do everything. */
const MAX_EXPOSURE = 2;

describe('the package that npm packs', () => {
  interface Packed {
    readonly size: number;
    readonly files: readonly { readonly path: string; readonly mode: number }[];
  }

  it('contains the built product, its licence and its documents, and nothing else', PACKING, () => {
    // Without its scripts, which would build once more.
    const { stdout } = npm('pack', '--dry-run', '--json', '--ignore-scripts');
    const [packed] = Object.values(JSON.parse(stdout) as Record<string, Packed>);
    const paths = packed?.files.map(({ path }) => path) ?? [];
    expect(paths).toEqual(
      expect.arrayContaining(['dist/server/main.js', 'dist/web/index.html', 'LICENSE']),
    );
    const own = /^(?:package\.json|README\.md|LICENSE|dist\/(?:server|web)\/[^.].*)$/;
    expect(paths.filter((path) => !own.test(path))).toEqual([]);
    expect(paths.filter((path) => /\.(?:map|tsx?)(?:\.br|\.gz)?$|\.test\./.test(path))).toEqual([]);
    const program = packed?.files.find(({ path }) => path === 'dist/server/main.js');
    expect((program?.mode ?? 0) & 0o111).toBe(0o111);
    expect(packed?.size).toBeLessThan(MAX_PACKED_BYTES);
  });

  function npm(...args: string[]) {
    return spawnSync('npm', args, { cwd: PROJECT, encoding: 'utf8' });
  }
});

describe.skipIf(!hasBubblewrap)(
  `in a container${hasBubblewrap ? '' : ' (not run: bubblewrap is not installed)'}`,
  () => {
    const PUID = process.getuid?.() === 0 ? 1234 : (process.getuid?.() ?? 0);
    let container: Container;
    let [port, further] = [0, 0];

    beforeAll(async () => {
      [port, further] = [await freePort(), await freePort()];
      const ports = { FB_PORT: `${port}`, FB_MORE_PORTS: `${further}` };
      container = new Container(inject('scratch'), { ...ports, PUID: `${PUID}` });
      await container.start(port);
    }, MAX_BUILDING_MS);
    afterAll(() => container?.remove());

    it('runs as the given user, on a read-only root file system', async () => {
      const password = /password: (\S+)/.exec(container.output)?.[1] ?? '';
      const body = JSON.stringify({ username: 'admin', password });
      const login = await send(port, { method: 'POST', path: '/api/login', body });
      expect(login.status).toBe(200);
      const headers = { 'X-Auth': login.body.toString() };
      const made = { method: 'POST', path: '/api/resources/a.txt', headers, body: 'whole' };
      expect((await send(port, made)).status).toBe(200);

      const file = join(container.volumes.srv, 'a.txt');
      expect(readFileSync(file, 'utf8')).toBe('whole');
      const state = join(container.volumes.database, 'filebrowser.db');
      expect([statSync(file).uid, statSync(state).uid]).toEqual([PUID, PUID]);
      const settings = join(container.volumes.config, 'settings.json');
      expect(JSON.parse(readFileSync(settings, 'utf8'))).toMatchObject({ port: 80, root: '/srv' });
      for (const each of [port, further]) {
        expect((await send(each, { path: '/' })).body.toString()).toContain('<title>');
      }
    });

    it('is healthy only while it answers', async () => {
      expect(container.isHealthy()).toBe(true);
      const seen = container.exec(['filebrowser', 'users', 'ls', '--json']);
      expect(JSON.parse(seen.stdout)).toMatchObject([{ username: 'admin' }]);
      await container.stop();
      expect(container.isHealthy()).toBe(false);
    });

    it('runs the commands, and refuses a user that is no number', () => {
      expect(container.run(['version']).stdout).toMatch(/^File Browser v\d/);
      const refused = container.run([], { PUID: 'ann' });
      expect([refused.status, refused.stderr]).toEqual([
        1,
        expect.stringContaining('PUID and PGID have to be numbers'),
      ]);
    });

    it('listens on its declared ports, and its compose file has its volumes', () => {
      const settings = readFileSync(join(PACKAGING, 'container', 'settings.json'), 'utf8');
      const { port: first } = JSON.parse(settings) as { port: number };
      const further = CONTAINER_FILE.stages
        .at(-1)
        ?.steps.flatMap((step) =>
          step.kind === 'set' ? (step.values['FB_MORE_PORTS'] ?? []) : [],
        );
      expect([first, ...(further ?? []).map(Number)]).toEqual(CONTAINER_FILE.ports);
      const compose = parse(readFileSync(join(PACKAGING, 'container', 'compose.yaml'), 'utf8')) as {
        services: { filebrowser: { volumes: string[]; ports: string[]; read_only: boolean } };
      };
      const { filebrowser } = compose.services;
      expect(filebrowser.volumes.map((line) => line.split(':')[1])).toEqual(CONTAINER_FILE.volumes);
      expect(filebrowser.ports.map((line) => Number(line.split(':').at(-1)))).toEqual([first]);
      expect(filebrowser.read_only).toBe(true);
    });
  },
);

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

describe.skipIf(!hasSystemd)(
  `the unit for systemd${hasSystemd ? '' : ' (not run: systemd-analyze is not installed)'}`,
  () => {
    let folder = '';
    let unit = '';
    beforeAll(() => {
      folder = mkdtempSync(join(inject('scratch'), 'unit-'));
      unit = join(folder, 'filebrowser.service');
      const text = readFileSync(join(PACKAGING, 'systemd', 'filebrowser.service'), 'utf8');
      // The path of an installation does not exist here.
      writeFileSync(unit, text.replace('/usr/local/bin/filebrowser', process.execPath));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it('is accepted by systemd without a warning, and exposes little', () => {
      const verified = analyse('verify', '--man=no', unit);
      expect([verified.status, ownWords(verified.stderr)]).toEqual([0, []]);
      const analysed = analyse('security', '--offline=true', '--no-pager', unit);
      const exposure = /exposure level for filebrowser\.service: ([\d.]+)/.exec(
        analysed.stdout,
      )?.[1];
      expect(Number(exposure)).toBeLessThanOrEqual(MAX_EXPOSURE);
    });

    /** Returns the messages about our unit; other units of the machine may have faults. */
    function ownWords(text: string): string[] {
      return text.split('\n').filter((line) => line.includes('filebrowser'));
    }

    function analyse(...args: string[]) {
      return spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    }
  },
);

describe('the example of a proxy', () => {
  const flags = ['--baseURL', '/files', '--trustedProxies', '127.0.0.1'];
  const served = useServer({ setup: 'exec', flags });

  describe.each([NGINX, CADDY])('$name', (which) => {
    let proxy: Proxy;
    let port = 0;

    beforeAll(async () => {
      if (!which.isInstalled) return;
      port = await freePort();
      proxy = new Proxy(which, inject('scratch'), which.example(port, served().server.port));
      await proxy.start(port);
    });
    afterAll(() => proxy?.stop());

    it.skipIf(!which.isInstalled)(
      `is accepted, and serves the page, a log-in, a large upload and a WebSocket below its path${which.isInstalled ? '' : ' (not run: it is not installed)'}`,
      async () => {
        expect(proxy.validate()).toMatchObject({ isValid: true });
        const page = await send(port, { path: '/files/' });
        expect(page.body.toString()).toContain('"BaseURL":"/files"');
        // A path that only begins like ours may belong to another application.
        const other = await send(port, { path: '/files-of-others/' });
        expect(other.body.toString()).not.toContain('"BaseURL"');

        const { server } = served();
        const [admin, runner] = await Promise.all([logIn('admin'), logIn('runner')]);
        // More than 1 MB, the default limit of nginx.
        const body = Buffer.alloc(3 * 1024 * 1024, 'x');
        const path = `/files/api/resources/by-${which.program}.bin`;
        const sent = await send(port, { method: 'POST', path, headers: admin, body });
        expect(sent.status).toBe(200);
        expect(statSync(join(server.root, `by-${which.program}.bin`)).size).toBe(body.length);
        const replies = await converse(port, { path: '/files/api/command/', headers: runner }, [
          'pwd',
        ]);
        expect([replies.status, replies.body.toString()]).toEqual([
          101,
          expect.stringContaining('/'),
        ]);
      },
    );

    /** Logs in as the page does in a browser. Refused if the proxy does not pass the host on. */
    async function logIn(username: string): Promise<Record<string, string>> {
      const user = served().server.setup.users.find((each) => each.username === username);
      const reply = await send(port, {
        method: 'POST',
        path: '/files/api/login',
        headers: { Origin: `http://127.0.0.1:${port}` },
        body: JSON.stringify({ username, password: user?.password }),
      });
      expect(reply.status).toBe(200);
      return { 'X-Auth': reply.body.toString() };
    }
  });
});

it('the Traefik example routes like the others, with keys that Traefik has', () => {
  const text = readFileSync(join(PACKAGING, 'proxies', 'traefik.yaml'), 'utf8');
  // Traefik is not run here. These keys are those of its file provider's reference, so that a typo shows.
  expect(parse(text)).toEqual({
    http: {
      routers: {
        filebrowser: {
          rule: 'Host(`files.example.org`) && (Path(`/files`) || PathPrefix(`/files/`))',
          entryPoints: ['websecure'],
          service: 'filebrowser',
          tls: { certResolver: 'letsencrypt' },
        },
      },
      services: {
        filebrowser: {
          loadBalancer: {
            servers: [{ url: 'http://127.0.0.1:8080' }],
            responseForwarding: { flushInterval: '-1ms' },
          },
        },
      },
    },
  });
});
