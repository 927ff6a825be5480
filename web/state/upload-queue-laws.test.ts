import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_CONCURRENT_UPLOADS } from '#contract/uploads.ts';
import { file, folder, queueOf } from '../testing/upload-queue-of.ts';
import { bytesSent, isOpen, type UploadFailure } from './upload-job.ts';
import {
  cancelUpload,
  isSettled,
  percentDone,
  reconnect,
  recordDone,
  recordFailure,
  recordOffline,
  recordProgress,
  recordResumed,
  recordRetry,
  retryFailed,
  retryUpload,
  startNext,
  totalsOf,
  type UploadQueue,
} from './upload-queue.ts';

type Step = readonly [verb: number, target: number];
const steps = fc.array(fc.tuple(fc.nat(10), fc.nat(40)), { maxLength: 120 });
const tree = fc.array(
  fc.record({ depth: fc.nat(3), isFolder: fc.boolean(), size: fc.nat(1_000) }),
  { maxLength: 40 },
);

/** Creates uploads of a tree with folders first, as the plan does. */
function uploadsOf(shape: readonly { depth: number; isFolder: boolean; size: number }[]) {
  const open: string[] = [''];
  return shape.map(({ depth, isFolder, size }, index) => {
    const level = Math.min(depth, open.length - 1);
    const path = `${open[level] ?? ''}/${index}`;
    if (!isFolder) return file(path, size);
    open.splice(level + 1, open.length, path);
    return folder(path);
  });
}

function play(queue: UploadQueue, [verb, target]: Step): void {
  const id = queue.jobs.length === 0 ? 0 : target % queue.jobs.length;
  const reason: UploadFailure = { code: 'no-connection' };
  if (verb === 0) startNext(queue);
  if (verb === 1) recordProgress(queue, id, target * 30);
  if (verb === 2) recordRetry(queue, id, { attempt: 1, atMs: target });
  if (verb === 3) recordDone(queue, id);
  if (verb === 4) recordFailure(queue, id, { reason, isRetryable: target % 2 === 0 });
  if (verb === 5) cancelUpload(queue, id);
  if (verb === 6) retryUpload(queue, id);
  if (verb === 7) retryFailed(queue);
  if (verb === 8) recordOffline(queue, id);
  if (verb === 9) reconnect(queue);
  if (verb === 10) recordResumed(queue, id, target * 30);
}

function expectSound(queue: UploadQueue): void {
  const { counts, bytesSent: sent, bytesTotal } = totalsOf(queue);
  const begun = counts.sending + counts.retrying + counts.offline;
  expect(begun).toBeLessThanOrEqual(MAX_CONCURRENT_UPLOADS);
  expect(Object.values(counts).reduce((sum, one) => sum + one)).toBe(queue.jobs.length);
  const counted = queue.jobs.filter(
    ({ state }) => state.status !== 'failed' && state.status !== 'cancelled',
  );
  expect(bytesTotal).toBe(counted.reduce((sum, { size }) => sum + size, 0));
  expect(sent).toBe(counted.reduce((sum, job) => sum + bytesSent(job), 0));
  expect(percentDone(totalsOf(queue)) === 100).toBe(isSettled(queue));
  for (const job of queue.jobs) {
    const parent = queue.jobs.find(
      ({ isFolder, path }) => isFolder && path === job.path.slice(0, job.path.lastIndexOf('/')),
    );
    const isUnderWay = isOpen(job.state) && job.state.status !== 'waiting';
    if (parent && (isUnderWay || job.state.status === 'done')) {
      expect(parent.state.status).toBe('done');
    }
  }
}

describe('whatever happens', () => {
  test('the limit, the order of folders and the totals hold', () => {
    fc.assert(
      fc.property(tree, steps, (shape, story) => {
        const queue = queueOf(...uploadsOf(shape));
        for (const step of story) {
          play(queue, step);
          expectSound(queue);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('every upload ends once the server responds', () => {
    fc.assert(
      fc.property(tree, steps, (shape, story) => {
        const queue = queueOf(...uploadsOf(shape));
        for (const step of story) play(queue, step);
        for (let turn = 0; turn <= 2 * queue.jobs.length; turn += 1) {
          startNext(queue);
          for (const job of [...queue.jobs]) recordDone(queue, job.id);
        }
        expect(isSettled(queue)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test('the work per upload stays small for fifty thousand uploads', () => {
    const uploads = Array.from({ length: 500 }, (_, outer) => [
      folder(`/${outer}`),
      ...Array.from({ length: 99 }, (__, inner) => file(`/${outer}/${inner}`)),
    ]).flat();
    const { jobs, startable, ...rest } = queueOf(...uploads);
    const reads = { count: 0 };
    const queue = { ...rest, jobs: counting(jobs, reads), startable: counting(startable, reads) };
    for (;;) {
      const started = startNext(queue);
      if (started.length === 0) break;
      for (const { id, size } of started) {
        recordProgress(queue, id, size / 2);
        recordDone(queue, id);
      }
    }
    expect(queue.counts.done).toBe(50_000);
    expect(reads.count / uploads.length).toBeLessThan(80);
  });
});

/** Returns the list as an object that counts each read of an item or a property. */
function counting<Item>(list: Item[], reads: { count: number }): Item[] {
  return new Proxy(list, {
    get: (target, key, receiver) => {
      reads.count += 1;
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
}
