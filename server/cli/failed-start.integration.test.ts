import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DatabaseConfig } from '../config/config.ts';
import type { SettingName } from '../config/settings.ts';
import { listServers } from '../metadata/cluster-servers.ts';
import { openDatabase } from '../metadata/database.ts';
import { emptyPostgres, missingPostgres, temporaryFolder } from '../testing/engines.ts';
import { freePort } from '../testing/free-port.ts';
import { type BuildApp, serve } from './serve.ts';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const;

/** Runs a server in this process. */
function serveHere(
  flags: Partial<Record<SettingName, string>>,
  variables: Record<string, string>,
  buildApp: BuildApp,
): Promise<void> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'root'));
  const before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));
  onTestFinished(() => {
    for (const signal of SIGNALS)
      for (const listener of process.listeners(signal))
        if (!before.get(signal)?.includes(listener)) process.off(signal, listener);
  });
  const given = new Map<SettingName, string>([
    ['log', join(folder, 'log')],
    ['root', join(folder, 'root')],
    ['database', join(folder, 'filebrowser.db')],
    ['address', '127.0.0.1'],
    ['port', '0'],
    ...(Object.entries(flags) as [SettingName, string][]), // keys of the type above
  ]);
  const surroundings = { variables, workingFolder: folder, home: folder, startedByNpm: false };
  return serve(given, surroundings, buildApp);
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

test('a start that fails stops to listen on further ports', async () => {
  const port = await freePort();
  let wasListening = false;
  const serving = serveHere({}, { FB_MORE_PORTS: String(port) }, (_config, { createServer }) => {
    const server = createServer((_request, response) => response.end());
    return Promise.resolve({
      server,
      async start() {
        wasListening = await accepts(port);
        throw new Error('the start fails');
      },
      hangUp: () => undefined,
      close: async () => void server.close(),
    });
  });
  await expect(serving).rejects.toThrow('the start fails');
  expect(wasListening).toBe(true);
  expect(await accepts(port)).toBe(false);
});

const missing = missingPostgres();

test.skipIf(missing !== undefined)(
  'a server of a cluster leaves it when it cannot be built',
  async () => {
    const config = await emptyPostgres();
    if (config.kind !== 'postgres') throw new Error('clusters need PostgreSQL');
    const flags = {
      database: config.url,
      cluster: 'true',
      storage: 's3://files/prefix',
      storageEndpoint: 'http://127.0.0.1:9',
    };
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'none').stubEnv('AWS_SECRET_ACCESS_KEY', 'none');
    onTestFinished(() => void vi.unstubAllEnvs());
    const serving = serveHere(flags, {}, () => Promise.reject(new Error('not built')));
    await expect(serving).rejects.toThrow('not built');
    expect(await serversOf(config)).toMatchObject([{ endedAt: expect.any(Number) }]);
  },
);

async function serversOf(config: DatabaseConfig) {
  const db = await openDatabase(config, 'command');
  try {
    return await listServers(db.read);
  } finally {
    await db.close();
  }
}
