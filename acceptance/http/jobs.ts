import { setTimeout as sleep } from 'node:timers/promises';
import type { Served } from '../server/use-server.ts';

/** Maximum time that jobs take after a restart. Milliseconds. */
const MAX_MS = 120_000;
const OPEN = ['queued', 'running', 'paused'];

/** Waits for the operations of a user that go on after a restart. Throws when they do not end. */
export async function untilJobsEnd({ as }: Served, username: string): Promise<void> {
  const endsAt = performance.now() + MAX_MS;
  while (performance.now() < endsAt) {
    const { body } = await as(username, { path: '/api/jobs' });
    const jobs = JSON.parse(body.toString()) as readonly { readonly state: string }[];
    if (!jobs.some(({ state }) => OPEN.includes(state))) return;
    await sleep(100);
  }
  throw new Error(`jobs of ${username} do not end`);
}
