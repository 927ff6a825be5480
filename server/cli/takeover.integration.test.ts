import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { PASSWORD } from '../testing/app.ts';
import { bundledProgram } from '../testing/bundled.ts';
import { createClient } from '../testing/client.ts';
import { missingPostgres } from '../testing/engines.ts';
import { freePort } from '../testing/free-port.ts';
import { missingHaproxy, startHaproxy } from '../testing/haproxy.ts';
import { missingObjectStore } from '../testing/object-store.ts';
import { MOST_STUCK_MS, persistently, Worker } from '../testing/persistent-worker.ts';
import { repetitions } from '../testing/repetitions.ts';
import { Place, sharedFlags } from '../testing/server-place.ts';

/** Number of times that the server that answers is killed, stopped or suspended. */
const TAKEOVERS = repetitions({ usually: 4, soaking: 90 });
/** How the server that answers ends, one after the other. A suspended one goes on when another has taken over. */
const ENDS: readonly NodeJS.Signals[] = ['SIGKILL', 'SIGTERM', 'SIGKILL', 'SIGSTOP'];
const CLIENTS = 8;
const BETWEEN_MS = 3_000;

vi.setConfig({ testTimeout: TAKEOVERS * 60_000 + 120_000 });

const missing = missingPostgres() ?? missingObjectStore() ?? missingHaproxy();

/**
 * Ends the server that answers, waits until the other one does, and starts the first anew. Returns the milliseconds from the signal to the
 * first answer.
 */
async function takeOver(places: readonly Place[], signal: NodeJS.Signals): Promise<number> {
  const states = await Promise.all(places.map((place) => place.health()));
  const active = places[states.indexOf(200)];
  const other = places.find((place) => place !== active);
  if (active === undefined || other === undefined)
    throw new Error(`no server answers: ${states.join(' ')}`);
  const begin = performance.now();
  active.signal(signal);
  if (signal !== 'SIGSTOP') await active.ended();
  const answers = async () => (await other.health()) === 200;
  await vi.waitUntil(answers, { timeout: MOST_STUCK_MS, interval: 100 });
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
      const places = ports.map((port) => new Place(port, ['--standby', ...flags]));
      for (const place of places) place.start();
      const url = await startHaproxy(ports);
      const visitor = createClient(url, undefined);
      const body = JSON.stringify({ username: 'admin', password: PASSWORD });
      const login = await persistently(() => visitor.post('/api/login', { body }));
      expect(login.reply.status).toBe(200);
      const client = createClient(url, login.reply.text);
      const workers = Array.from({ length: CLIENTS }, (_, index) => new Worker(client, index));

      const took: string[] = [];
      let isOver = false;
      const working = Promise.all(workers.map((worker) => worker.work(() => isOver)));
      working.catch((error: unknown) => {
        isOver = true;
        // Shown at once: the test fails only after the present server has ended.
        console.error(error);
      });
      /** Resolves when each client has completed more than `count` files. */
      const haveWorked = (count: number) =>
        vi.waitUntil(() => isOver || workers.every((worker) => worker.count > count), {
          timeout: 2 * MOST_STUCK_MS,
          interval: 100,
        });
      for (let index = 0; index < TAKEOVERS && !isOver; index += 1) {
        await delay(BETWEEN_MS);
        await haveWorked(index);
        const signal = ENDS[index % ENDS.length] ?? 'SIGKILL';
        took.push(`${signal} ${await takeOver(places, signal)}`);
      }
      await haveWorked(TAKEOVERS);
      isOver = true;
      await working;

      if (TAKEOVERS > ENDS.length) console.log(`takeovers, ms: ${took.join(', ')}`);
      for (const worker of workers) await worker.check();
      for (const place of places) place.signal('SIGTERM');
      await Promise.all(places.map((place) => place.ended()));
      const verify = [bundledProgram('main'), 'storage', 'verify', ...flags];
      const { status, stdout, stderr } = spawnSync(process.execPath, verify, { encoding: 'utf8' });
      expect([stdout, stderr, status].slice(-1)).toEqual([0]);
    });
  },
);
