import { Client } from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { missingPostgres } from '../testing/engines.ts';
import { missingHaproxy } from '../testing/haproxy.ts';
import { LATER_TABLE, laterVersion } from '../testing/later-version.ts';
import { missingObjectStore } from '../testing/object-store.ts';
import { repetitions } from '../testing/repetitions.ts';
import { verifyStorage, workWhile } from '../testing/server-load.ts';
import {
  flagsOf,
  type RestartableServer,
  sharedParts,
  startCluster,
} from '../testing/restartable-server.ts';

const CLIENTS = repetitions({ usually: 4, soaking: 50 });

vi.setConfig({ testTimeout: 300_000 });

const missing = missingPostgres() ?? missingObjectStore() ?? missingHaproxy();

/** Stops a server as a service manager does, and starts `program` in its place; the version of this run by default. */
async function replace(server: RestartableServer, program?: string): Promise<void> {
  server.signal('SIGTERM');
  await server.ended();
  server.start(program);
  await server.answers();
}

async function hasLaterTable(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ found: string | null }>(
      'select to_regclass($1) as found',
      [`"${LATER_TABLE}"`],
    );
    return rows[0]?.found !== null;
  } finally {
    await client.end();
  }
}

describe.skipIf(missing !== undefined)(
  `three servers behind HAProxy${missing === undefined ? '' : ` (not run: ${missing})`}`,
  () => {
    test('are upgraded one after the other under load without a failed upload, and one goes back', async () => {
      const parts = await sharedParts();
      const flags = flagsOf(parts);
      const servers = await startCluster(3, flags);
      const later = laterVersion();
      const workers = await workWhile({ servers, clients: CLIENTS }, async ({ haveWorked }) => {
        let files = 0;
        for (const server of servers) {
          await haveWorked((files += 1));
          await replace(server, later);
          expect(await hasLaterTable(parts.database)).toBe(true);
        }
        await haveWorked((files += 1));
        // The version before starts with tables that it does not know.
        for (const server of servers.slice(0, 1)) await replace(server);
        await haveWorked((files += 1));
        expect(await Promise.all(servers.map((server) => server.health()))).toEqual([
          200, 200, 200,
        ]);
      });
      expect(workers).toHaveLength(CLIENTS);
      expect(verifyStorage(flags)).toMatchObject({ status: 0 });
    });
  },
);
