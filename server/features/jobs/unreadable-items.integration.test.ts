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

/** Files that make the copy last, each large enough to be compared with its original. */
const LARGE = 60;
const LARGE_BYTES = 12_000_000;
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
  const reply = await server.request('PATCH', transferUrl('/docs', query), headers);
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
