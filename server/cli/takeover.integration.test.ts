import assert from 'node:assert/strict';
import { describe, expect, test, vi } from 'vitest';
import { missingPostgres } from '../testing/engines.ts';
import { freePort } from '../testing/free-port.ts';
import { missingHaproxy } from '../testing/haproxy.ts';
import { missingObjectStore } from '../testing/object-store.ts';
import { MAX_STUCK_MS } from '../testing/persistent-worker.ts';
import { repetitions } from '../testing/repetitions.ts';
import { verifyStorage, workWhileServersEnd } from '../testing/server-load.ts';
import { RestartableServer, sharedFlags } from '../testing/restartable-server.ts';

/** Number of times that the server that answers is killed, stopped or suspended. */
const TAKEOVERS = repetitions({ usually: 4, soaking: 90 });
const CLIENTS = 8;

vi.setConfig({ testTimeout: TAKEOVERS * 60_000 + 120_000 });

const missing = missingPostgres() ?? missingObjectStore() ?? missingHaproxy();

/**
 * Ends the server that answers, waits until the other one does, and starts the first anew. Returns the milliseconds from the signal to the
 * first answer.
 */
async function takeOver(
  servers: readonly RestartableServer[],
  signal: NodeJS.Signals,
): Promise<number> {
  const states = await Promise.all(servers.map((server) => server.health()));
  const active = servers[states.indexOf(200)];
  const other = servers.find((server) => server !== active);
  if (active === undefined || other === undefined)
    throw new Error(`no server answers: ${states.join(' ')}`);
  const begin = performance.now();
  active.signal(signal);
  if (signal !== 'SIGSTOP') await active.ended();
  const answers = async () => (await other.health()) === 200;
  await vi.waitUntil(answers, { timeout: MAX_STUCK_MS, interval: 100 });
  const tookMs = performance.now() - begin;
  if (signal === 'SIGSTOP') {
    active.signal('SIGCONT');
    await active.ended();
    assert.match(active.output, /another server has taken over the database/);
  }
  active.start();
  return Math.round(tookMs);
}

describe.skipIf(missing !== undefined)(
  `two servers behind HAProxy${missing === undefined ? '' : ` (not run: ${missing})`}`,
  () => {
    test(`take over from each other ${TAKEOVERS} times under load, and nothing is lost`, async () => {
      const flags = await sharedFlags();
      const ports = [await freePort(), await freePort()] as const;
      const servers = ports.map((port) => new RestartableServer(port, ['--standby', ...flags]));
      for (const server of servers) server.start();
      const took: string[] = [];
      const workers = await workWhileServersEnd({
        servers,
        clients: CLIENTS,
        endings: TAKEOVERS,
        end: async (signal) => void took.push(`${signal} ${await takeOver(servers, signal)}`),
      });
      if (TAKEOVERS > 4) console.log(`takeovers, ms: ${took.join(', ')}`);
      expect(Math.min(...workers.map(({ count }) => count))).toBeGreaterThan(TAKEOVERS);
      expect(verifyStorage(flags)).toMatchObject({ status: 0 });
    });
  },
);
