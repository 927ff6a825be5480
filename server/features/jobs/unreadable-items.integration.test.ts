import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Job, jobActionUrl } from '#contract/jobs.ts';
import { transferUrl } from '#contract/transfers.ts';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../testing/engines.ts';
import { startServer } from '../../testing/bundled-server.ts';

vi.setConfig({ testTimeout: 180_000 });

/** Files that are each large enough to be compared with their original, and together make the copy last until it can be paused. */
const LARGE = 60;
const LARGE_BYTES = 12_000_000;
const LONG_OPERATION_MS = 1_000;
/** A user who may not read everything; root may. */
const NOBODY = 65_534;

function layOut(folder: string): string {
  const docs = join(folder, 'files/docs');
  mkdirSync(join(docs, 'closed'), { recursive: true });
  writeFileSync(join(docs, 'closed/inner.txt'), 'inner');
  writeFileSync(join(docs, 'secret.txt'), 'secret');
  writeFileSync(join(docs, 'plain.txt'), 'plain');
  const bytes = Buffer.alloc(LARGE_BYTES, 'x');
  for (let n = 0; n < LARGE; n += 1) writeFileSync(join(docs, `large-${n}`), bytes);
  chmodSync(join(docs, 'closed'), 0);
  chmodSync(join(docs, 'secret.txt'), 0);
  return docs;
}

function giveAway(path: string, uid: number): void {
  chownSync(path, uid, uid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) giveAway(join(path, name), uid);
}

test('a copy goes on without unreadable items, fails with their names, and a retry copies only them', async () => {
  const folder = temporaryFolder();
  const docs = layOut(folder);
  const uid = process.getuid?.() === 0 ? NOBODY : undefined;
  if (uid !== undefined) giveAway(folder, uid);
  const server = await startServer(folder, uid === undefined ? {} : { uid });
  const query = { action: 'copy', destination: '/copy', override: false, rename: false } as const;
  const headers = { 'x-operation': 'docs' };
  const replying = server.request('PATCH', transferUrl('/docs', query), headers);
  // The folder, the reservation of the root, and the copy under its hidden name.
  await vi.waitFor(() => expect(readdirSync(join(folder, 'files'))).toHaveLength(3));
  // An operation becomes a job after a second, which a quick disk would not need.
  server.server.kill('SIGSTOP');
  await delay(LONG_OPERATION_MS);
  server.server.kill('SIGCONT');
  const reply = await replying;
  expect(reply.status).toBe(200);
  expect(reply.headers.get('x-left-out')).toBe('2');
  const ended = async (): Promise<Job> => {
    for (;;) {
      const [job] = await server.jobs();
      if (job?.endedAt !== undefined) return job;
      await delay(50);
    }
  };
  const job = await ended();
  expect(job).toMatchObject({ state: 'failed', result: '/copy', errorCount: 2 });
  const errors = job.errors.toSorted((one, other) => (one.item < other.item ? -1 : 1));
  expect(errors).toEqual([
    { item: 'closed', reason: 'unreadable' },
    { item: 'secret.txt', reason: 'unreadable' },
  ]);
  const copy = join(folder, 'files/copy');
  expect(readFileSync(join(copy, 'plain.txt'), 'utf8')).toBe('plain');
  expect(existsSync(join(copy, 'secret.txt'))).toBe(false);
  const inodes = () =>
    new Map(
      Array.from(
        { length: LARGE },
        (_, n) => [n, lstatSync(join(copy, `large-${n}`)).ino] as const,
      ),
    );
  const before = inodes();

  chmodSync(join(docs, 'closed'), 0o700);
  chmodSync(join(docs, 'secret.txt'), 0o600);
  expect((await server.request('POST', jobActionUrl(job.id, 'retry'))).status).toBe(200);
  expect(await ended()).toMatchObject({ state: 'done', errorCount: 0 });
  expect(readFileSync(join(copy, 'secret.txt'), 'utf8')).toBe('secret');
  expect(readFileSync(join(copy, 'closed/inner.txt'), 'utf8')).toBe('inner');
  expect(inodes()).toEqual(before);
});
