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

/** Number of times that a server is killed, stopped or suspended. */
const ENDINGS = repetitions({ usually: 4, soaking: 90 });
/** How servers end, one after the other. */
const ENDS: readonly NodeJS.Signals[] = ['SIGKILL', 'SIGTERM', 'SIGKILL', 'SIGSTOP'];
const CLIENTS = repetitions({ usually: 8, soaking: 50 });
const BETWEEN_MS = 3_000;
/** Time after which a suspended server counts as dead, with some to spare. Milliseconds. */
const SUSPENDED_MS = 26_000;

vi.setConfig({ testTimeout: ENDINGS * 60_000 + 180_000 });

const missing = missingPostgres() ?? missingObjectStore() ?? missingHaproxy();

/** Starts three servers that share a database and a bucket. */
async function startThree(): Promise<{ places: Place[]; flags: string[] }> {
  const flags = await sharedFlags();
  const places: Place[] = [];
  for (let n = 0; n < 3; n += 1) places.push(new Place(await freePort(), ['--cluster', ...flags]));
  for (const place of places) place.start();
  return { places, flags };
}

async function answers(place: Place): Promise<void> {
  await vi.waitUntil(async () => (await place.health()) === 200, {
    timeout: 60_000,
    interval: 100,
  });
}

describe.skipIf(missing !== undefined)(
  `three servers behind HAProxy${missing === undefined ? '' : ` (not run: ${missing})`}`,
  () => {
    test(`lose nothing while one of them ends ${ENDINGS} times under load`, async () => {
      const { places, flags } = await startThree();
      for (const place of places) await answers(place);
      const url = await startHaproxy(places.map(({ port }) => port));
      const visitor = createClient(url, undefined);
      const body = JSON.stringify({ username: 'admin', password: PASSWORD });
      const login = await persistently(() => visitor.post('/api/login', { body }));
      expect(login.reply.status).toBe(200);
      const client = createClient(url, login.reply.text);
      const workers = Array.from({ length: CLIENTS }, (_, index) => new Worker(client, index));

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
      for (let index = 0; index < ENDINGS && !isOver; index += 1) {
        await delay(BETWEEN_MS);
        await haveWorked(index);
        const signal = ENDS[index % ENDS.length] ?? 'SIGKILL';
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
        await answers(place);
      }
      await haveWorked(ENDINGS);
      isOver = true;
      await working;

      for (const worker of workers) await worker.check();
      if (ENDINGS > ENDS.length)
        console.log(`files: ${workers.map(({ expected }) => expected.size).join(', ')}`);
      for (const place of places) place.signal('SIGTERM');
      await Promise.all(places.map((place) => place.ended()));
      const verify = [bundledProgram('main'), 'storage', 'verify', ...flags];
      const { status, stdout, stderr } = spawnSync(process.execPath, verify, { encoding: 'utf8' });
      expect([stdout, stderr, status].slice(-1)).toEqual([0]);
    });
  },
);
