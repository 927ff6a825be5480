import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { missingPostgres } from '../testing/engines.ts';
import { missingHaproxy } from '../testing/haproxy.ts';
import { missingObjectStore } from '../testing/object-store.ts';
import { repetitions } from '../testing/repetitions.ts';
import { verifyStorage, workWhileServersEnd } from '../testing/server-load.ts';
import { sharedFlags, startCluster } from '../testing/server-place.ts';

/** Number of times that a server is killed, stopped or suspended. */
const ENDINGS = repetitions({ usually: 4, soaking: 90 });
const CLIENTS = repetitions({ usually: 8, soaking: 50 });
/** Time after which a suspended server counts as dead, with some to spare. Milliseconds. */
const SUSPENDED_MS = 26_000;

vi.setConfig({ testTimeout: ENDINGS * 60_000 + 180_000 });

const missing = missingPostgres() ?? missingObjectStore() ?? missingHaproxy();

describe.skipIf(missing !== undefined)(
  `three servers behind HAProxy${missing === undefined ? '' : ` (not run: ${missing})`}`,
  () => {
    test(`lose nothing while one of them ends ${ENDINGS} times under load`, async () => {
      const flags = await sharedFlags();
      const places = await startCluster(3, flags);
      const workers = await workWhileServersEnd({
        places,
        clients: CLIENTS,
        endings: ENDINGS,
        async end(signal, index) {
          const place = places[index % places.length];
          if (place === undefined) throw new Error('there is no server');
          place.signal(signal);
          if (signal === 'SIGSTOP') {
            await delay(SUSPENDED_MS);
            place.signal('SIGCONT');
          }
          await place.ended();
          if (signal === 'SIGSTOP') {
            assert.match(place.output, /another server has taken over the work of this one/);
          }
          place.start();
          await place.answers();
        },
      });
      expect(Math.min(...workers.map(({ count }) => count))).toBeGreaterThan(ENDINGS);
      expect(verifyStorage(flags)).toMatchObject({ status: 0 });
    });
  },
);
