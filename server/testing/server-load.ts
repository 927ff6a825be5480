import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { PASSWORD } from './app.ts';
import { bundledProgram } from './bundled.ts';
import { createClient } from './client.ts';
import { startHaproxy } from './haproxy.ts';
import { MAX_STUCK_MS, persistently, Worker } from './persistent-worker.ts';
import type { RestartableServer } from './restartable-server.ts';

const BETWEEN_MS = 3_000;
/** Maximum time in which the clients complete a few files. One that waits too long for a single operation fails earlier. Milliseconds. */
const MAX_WORKING_MS = 5 * MAX_STUCK_MS;

interface Load {
  /** Servers that have been started. */
  readonly servers: readonly RestartableServer[];
  readonly clients: number;
}

interface Progress {
  /** Resolves when each client has completed more than `count` files, or one of them has failed. */
  haveWorked(count: number): Promise<unknown>;
  /** True when a client has failed. */
  isOver(): boolean;
}

/**
 * Lets clients work through HAProxy while something happens, and compares what is there with what the servers have acknowledged. Stops the
 * servers. Returns the workers.
 */
export async function workWhile(
  { servers, clients }: Load,
  happens: (progress: Progress) => Promise<void>,
): Promise<readonly Worker[]> {
  const url = await startHaproxy(servers.map(({ port }) => port));
  const client = createClient(url, await logIn(url));
  const workers = Array.from({ length: clients }, (_, index) => new Worker(client, index));

  let isOver = false;
  const working = Promise.all(workers.map((worker) => worker.work(() => isOver)));
  working.catch((error: unknown) => {
    isOver = true;
    // Shown at once: the test fails only after the present step has ended.
    console.error(error);
  });
  await happens({
    haveWorked: (count) =>
      vi.waitUntil(() => isOver || workers.every((worker) => worker.count > count), {
        timeout: MAX_WORKING_MS,
        interval: 100,
      }),
    isOver: () => isOver,
  });
  isOver = true;
  await working;

  for (const worker of workers) await worker.check();
  for (const server of servers) server.signal('SIGTERM');
  await Promise.all(servers.map((server) => server.ended()));
  return workers;
}

/** Logs in as the first user of servers. Returns the token, which all of them accept. */
export async function logIn(url: string): Promise<string> {
  const visitor = createClient(url, undefined);
  const body = JSON.stringify({ username: 'admin', password: PASSWORD });
  const { reply } = await persistently(() => visitor.post('/api/login', { body }));
  expect(reply.status).toBe(200);
  return reply.text;
}

interface Endings extends Load {
  /** Number of times that a server ends. */
  readonly endings: number;
  /** Ends a server in one of the ways below, and resolves when as many answer as before. */
  end(signal: NodeJS.Signals, index: number): Promise<void>;
}

/** How servers end, one after the other. */
const ENDS: readonly NodeJS.Signals[] = ['SIGKILL', 'SIGTERM', 'SIGKILL', 'SIGSTOP'];

/** Lets clients work while servers end; see `workWhile`. */
export function workWhileServersEnd({
  endings,
  end,
  ...load
}: Endings): Promise<readonly Worker[]> {
  return workWhile(load, async ({ haveWorked, isOver }) => {
    for (let index = 0; index < endings && !isOver(); index += 1) {
      await delay(BETWEEN_MS);
      await haveWorked(index);
      await end(ENDS[index % ENDS.length] ?? 'SIGKILL', index);
    }
    await haveWorked(endings);
  });
}

/** Runs `filebrowser storage verify` with the flags of servers. Returns its status and what it has printed. */
export function verifyStorage(flags: readonly string[]) {
  const verify = [bundledProgram('main'), 'storage', 'verify', ...flags];
  const { status, stdout, stderr } = spawnSync(process.execPath, verify, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}
