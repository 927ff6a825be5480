import assert from 'node:assert/strict';
import { Client } from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { missingPostgres } from '../testing/engines.ts';
import { missingHaproxy } from '../testing/haproxy.ts';
import { missingObjectStore } from '../testing/object-store.ts';
import { repetitions } from '../testing/repetitions.ts';
import { verifyStorage, workWhileServersEnd } from '../testing/server-load.ts';
import { flagsOf, sharedParts, startCluster } from '../testing/restartable-server.ts';

/** Number of times that a server is killed, stopped or suspended. */
const ENDINGS = repetitions({ usually: 4, soaking: 90 });
const CLIENTS = repetitions({ usually: 8, soaking: 50 });
/** Maximum time until the others have recovered the work of a suspended server, which they do after 20 s. Milliseconds. */
const MAX_SUSPENDED_MS = 90_000;

vi.setConfig({ testTimeout: ENDINGS * 60_000 + 180_000 });

const missing = missingPostgres() ?? missingObjectStore() ?? missingHaproxy();

/** Resolves when a database knows only `count` servers. */
async function forgetsTo(count: number, connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  const known = async () => (await client.query('select 1 from "clusterServer"')).rowCount ?? 0;
  try {
    await vi.waitUntil(async () => (await known()) <= count, {
      timeout: MAX_SUSPENDED_MS,
      interval: 200,
    });
  } finally {
    await client.end();
  }
}

describe.skipIf(missing !== undefined)(
  `three servers behind HAProxy${missing === undefined ? '' : ` (not run: ${missing})`}`,
  () => {
    test(`lose nothing while one of them ends ${ENDINGS} times under load`, async () => {
      const parts = await sharedParts();
      const flags = flagsOf(parts);
      const servers = await startCluster(3, flags);
      const workers = await workWhileServersEnd({
        servers,
        clients: CLIENTS,
        endings: ENDINGS,
        async end(signal, index) {
          const server = servers[index % servers.length];
          if (server === undefined) throw new Error('there is no server');
          server.signal(signal);
          if (signal === 'SIGSTOP') {
            // It goes on only when the others have its work, however slow the machine is.
            await forgetsTo(servers.length - 1, parts.database);
            server.signal('SIGCONT');
          }
          await server.ended();
          if (signal === 'SIGSTOP') {
            assert.match(server.output, /another server has taken over the work of this one/);
          }
          server.start();
          await server.answers();
        },
      });
      expect(Math.min(...workers.map(({ count }) => count))).toBeGreaterThan(ENDINGS);
      expect(verifyStorage(flags)).toMatchObject({ status: 0 });
    });
  },
);
