import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { missingPostgres } from '../testing/engines.ts';
import { missingHaproxy } from '../testing/haproxy.ts';
import { addressIn, startNetworkProxy } from '../testing/network-proxy.ts';
import { missingObjectStore } from '../testing/object-store.ts';
import { startPostgresProxy } from '../testing/postgres-proxy.ts';
import { repetitions } from '../testing/repetitions.ts';
import { verifyStorage, workWhile } from '../testing/server-load.ts';
import {
  flagsOf,
  type RestartableServer,
  sharedParts,
  startCluster,
} from '../testing/restartable-server.ts';

const CLIENTS = 6;
/** Duration of an outage of the database. Milliseconds. */
const OUTAGE_MS = repetitions({ usually: 12_000, soaking: 30_000 });
/** Number of outages of the object storage, in which uploads are being completed, and their duration in milliseconds. */
const STORE_OUTAGES = repetitions({ usually: 3, soaking: 60 });
const STORE_OUTAGE_MS = 1_500;
/** Delay of each packet to and from an object storage on another continent. Milliseconds. */
const FAR_AWAY_MS = 100;
const ROUNDS_FAR_AWAY = repetitions({ usually: 1, soaking: 20 });

vi.setConfig({ testTimeout: 600_000 });

const missing = missingPostgres() ?? missingObjectStore() ?? missingHaproxy();

async function allAnswer(servers: readonly RestartableServer[]): Promise<void> {
  for (const server of servers) await server.answers();
  expect(servers.map((server) => server.isRunning())).toEqual(servers.map(() => true));
}

describe.skipIf(missing !== undefined)(
  `three servers behind HAProxy${missing === undefined ? '' : ` (not run: ${missing})`}`,
  () => {
    test.each(['cut', 'hang'] as const)(
      'lose nothing and go on after the connections to the database %s',
      async (how) => {
        const parts = await sharedParts();
        await using database = await startPostgresProxy(parts.database);
        const servers = await startCluster(3, flagsOf({ ...parts, database: database.url }));
        await workWhile({ servers, clients: CLIENTS }, async ({ haveWorked }) => {
          await haveWorked(1);
          database[how]();
          await delay(OUTAGE_MS);
          database.goOn();
          await allAnswer(servers);
          await haveWorked(6);
          await allAnswer(servers);
        });
        expect(verifyStorage(flagsOf(parts))).toMatchObject({ status: 0 });
      },
    );

    test.each(['cut', 'hang'] as const)(
      `lose nothing while the connections to the object storage %s ${STORE_OUTAGES} times`,
      async (how) => {
        const parts = await sharedParts();
        await using store = await startNetworkProxy(addressIn(parts.endpoint));
        const servers = await startCluster(3, flagsOf({ ...parts, endpoint: store.url }));
        await workWhile({ servers, clients: CLIENTS }, async ({ haveWorked }) => {
          for (let index = 0; index < STORE_OUTAGES; index += 1) {
            await haveWorked(index);
            store[how]();
            await delay(STORE_OUTAGE_MS);
            store.goOn();
          }
          await haveWorked(STORE_OUTAGES);
          await allAnswer(servers);
        });
        expect(verifyStorage(flagsOf(parts))).toMatchObject({ status: 0 });
      },
    );

    test('work with an object storage that is far away', async () => {
      const parts = await sharedParts();
      await using store = await startNetworkProxy(addressIn(parts.endpoint));
      const servers = await startCluster(3, flagsOf({ ...parts, endpoint: store.url }));
      store.delayBy(FAR_AWAY_MS);
      await workWhile({ servers, clients: CLIENTS }, async ({ haveWorked }) => {
        await haveWorked(ROUNDS_FAR_AWAY);
        await allAnswer(servers);
      });
      expect(verifyStorage(flagsOf(parts))).toMatchObject({ status: 0 });
    });
  },
);
