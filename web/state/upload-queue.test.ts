import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_CONCURRENT_UPLOADS } from '#contract/uploads.ts';
import { bytesSent, isOpen, type NewUpload, percentOf, type UploadFailure } from './upload-job.ts';
import {
  addRefused,
  addUploads,
  cancelUpload,
  createUploadQueue,
  isSettled,
  percentDone,
  recordDone,
  recordFailure,
  recordProgress,
  recordRetry,
  retryFailed,
  retryUpload,
  startNext,
  totalsOf,
  type UploadQueue,
} from './upload-queue.ts';

const NO_CONNECTION = { reason: { code: 'no-connection' }, isRetryable: true } as const;
const FORBIDDEN = { reason: { code: 'forbidden' }, isRetryable: false } as const;

const file = (path: string, size = 10): NewUpload => ({
  path,
  name: path.slice(path.lastIndexOf('/') + 1),
  size,
  isFolder: false,
  overwrite: false,
});
const folder = (path: string): NewUpload => ({ ...file(path, 0), isFolder: true });

function queueOf(...uploads: NewUpload[]): UploadQueue {
  const queue = createUploadQueue();
  addUploads(queue, uploads);
  return queue;
}

const startedPaths = (queue: UploadQueue) => startNext(queue).map(({ path }) => path);
const statusOf = (queue: UploadQueue, id: number) => queue.jobs[id]?.state.status;

describe('turns', () => {
  test('at most five uploads are sent at once, in the order of picking', () => {
    const queue = queueOf(...Array.from({ length: 8 }, (_, index) => file(`/${index}`)));
    expect(startedPaths(queue)).toEqual(['/0', '/1', '/2', '/3', '/4']);
    expect(startedPaths(queue)).toEqual([]);
    recordDone(queue, 3);
    expect(startedPaths(queue)).toEqual(['/5']);
  });

  test('an upload that waits for its next try keeps its place', () => {
    const queue = queueOf(...Array.from({ length: 6 }, (_, index) => file(`/${index}`)));
    startNext(queue);
    recordRetry(queue, 0, { attempt: 1, atMs: 5 });
    expect(startedPaths(queue)).toEqual([]);
  });

  test('a folder is made before anything in it is sent', () => {
    const queue = queueOf(folder('/a'), file('/a/1'), folder('/a/b'), file('/a/b/2'), file('/3'));
    expect(startedPaths(queue)).toEqual(['/a', '/3']);
    recordDone(queue, 0);
    expect(startedPaths(queue)).toEqual(['/a/1', '/a/b']);
    recordDone(queue, 2);
    expect(startedPaths(queue)).toEqual(['/a/b/2']);
  });

  test('what lies in a folder keeps its turn before what was picked later', () => {
    const later = Array.from({ length: 9 }, (_, index) => file(`/z${index}`));
    const queue = queueOf(folder('/a'), file('/a/1'), ...later);
    startNext(queue);
    recordDone(queue, 0);
    expect(startedPaths(queue)).toEqual(['/a/1']);
  });

  test('empty files and empty folders are uploads like any other', () => {
    const queue = queueOf(folder('/empty'), file('/nothing', 0));
    for (const job of startNext(queue)) recordDone(queue, job.id);
    expect(isSettled(queue)).toBe(true);
    expect(percentDone(totalsOf(queue))).toBe(100);
  });

  test('files added to a folder whose making failed earlier are sent all the same', () => {
    const queue = queueOf(folder('/a'));
    startNext(queue);
    recordFailure(queue, 0, NO_CONNECTION);
    addUploads(queue, [file('/a/late')]);
    expect(startedPaths(queue)).toEqual(['/a/late']);
  });
});

describe('failures', () => {
  test('what lies in a folder that could not be made fails with it, and is tried again with it', () => {
    const queue = queueOf(folder('/a'), folder('/a/b'), file('/a/b/1'), file('/2'));
    startNext(queue);
    recordFailure(queue, 0, NO_CONNECTION);
    expect([statusOf(queue, 1), statusOf(queue, 2)]).toEqual(['failed', 'failed']);
    expect(statusOf(queue, 3)).toBe('sending');

    retryUpload(queue, 2);
    expect(startedPaths(queue)).toEqual(['/a']);
    recordDone(queue, 0);
    expect(startedPaths(queue)).toEqual(['/a/b']);
  });

  test('a refusal that would repeat itself is not tried again', () => {
    const queue = queueOf(file('/a'));
    startNext(queue);
    recordFailure(queue, 0, FORBIDDEN);
    retryUpload(queue, 0);
    retryFailed(queue);
    expect(statusOf(queue, 0)).toBe('failed');
  });

  test('all that failed can be tried again at once', () => {
    const queue = queueOf(file('/a'), file('/b'), file('/c'));
    startNext(queue);
    recordFailure(queue, 0, NO_CONNECTION);
    recordFailure(queue, 1, FORBIDDEN);
    recordDone(queue, 2);
    retryFailed(queue);
    expect(startedPaths(queue)).toEqual(['/a']);
  });

  test('a name that cannot be stored is told as a failure and never sent', () => {
    const queue = createUploadQueue();
    addRefused(queue, file('/bad'), { code: 'name-too-long' });
    expect(startedPaths(queue)).toEqual([]);
    expect(queue.counts.failed).toBe(1);
    expect(isSettled(queue)).toBe(true);
  });

  test('reports that come after the end change nothing', () => {
    const queue = queueOf(file('/a'));
    startNext(queue);
    cancelUpload(queue, 0);
    recordProgress(queue, 0, 5);
    recordRetry(queue, 0, { attempt: 1, atMs: 0 });
    recordDone(queue, 0);
    recordFailure(queue, 0, NO_CONNECTION);
    expect(statusOf(queue, 0)).toBe('cancelled');
  });
});

describe('cancelling', () => {
  test('a cancelled upload gives its place to the next', () => {
    const queue = queueOf(...Array.from({ length: 7 }, (_, index) => file(`/${index}`)));
    startNext(queue);
    expect(cancelUpload(queue, 5).map(({ path }) => path)).toEqual(['/5']);
    cancelUpload(queue, 1);
    expect(startedPaths(queue)).toEqual(['/6']);
  });

  test('cancelling a folder cancels what is in it, but not what has arrived', () => {
    const queue = queueOf(folder('/a'), file('/a/1'), file('/a/2'), file('/b'));
    startNext(queue);
    recordDone(queue, 0);
    startNext(queue);
    recordDone(queue, 1);
    cancelUpload(queue, 0);
    expect([0, 1, 2, 3].map((id) => statusOf(queue, id))).toEqual([
      'done',
      'done',
      'cancelled',
      'sending',
    ]);
  });
});

describe('sums', () => {
  test('bytes count as they are sent, and leave out what failed', () => {
    const queue = queueOf(file('/a', 100), file('/b', 300));
    startNext(queue);
    recordProgress(queue, 0, 50);
    expect(totalsOf(queue)).toMatchObject({ bytesSent: 50, bytesTotal: 400 });
    expect(percentDone(totalsOf(queue))).toBe(12);
    recordFailure(queue, 1, NO_CONNECTION);
    expect(totalsOf(queue)).toMatchObject({ bytesSent: 50, bytesTotal: 100 });
  });

  test('it is never 100 percent while something is left to do', () => {
    const queue = queueOf(file('/a', 100), file('/empty', 0));
    startNext(queue);
    recordDone(queue, 0);
    expect(percentDone(totalsOf(queue))).toBe(99);
    recordDone(queue, 1);
    expect(percentDone(totalsOf(queue))).toBe(100);
  });

  test('empty files alone count by their number', () => {
    const queue = queueOf(file('/a', 0), file('/b', 0));
    startNext(queue);
    recordDone(queue, 0);
    expect(percentDone(totalsOf(queue))).toBe(50);
  });

  test('a file shows its own share', () => {
    const queue = queueOf(file('/a', 200));
    startNext(queue);
    recordProgress(queue, 0, 50);
    expect(queue.jobs.map(percentOf)).toEqual([25]);
    recordDone(queue, 0);
    expect(queue.jobs.map(percentOf)).toEqual([100]);
  });
});

type Step = readonly [verb: number, target: number];
const steps = fc.array(fc.tuple(fc.nat(7), fc.nat(40)), { maxLength: 120 });
const tree = fc.array(
  fc.record({ depth: fc.nat(3), isFolder: fc.boolean(), size: fc.nat(1_000) }),
  { maxLength: 40 },
);

/** Uploads in a tree whose folders come first, as the plan delivers them. */
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
}

function expectSound(queue: UploadQueue): void {
  const { counts, bytesSent: sent, bytesTotal } = totalsOf(queue);
  expect(counts.sending + counts.retrying).toBeLessThanOrEqual(MAX_CONCURRENT_UPLOADS);
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
  test('the limit, the order of folders and the sums hold', () => {
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

  test('every upload ends, once the server answers', () => {
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

  test('fifty thousand uploads in folders take no longer than a blink', () => {
    const uploads = Array.from({ length: 500 }, (_, outer) => [
      folder(`/${outer}`),
      ...Array.from({ length: 99 }, (__, inner) => file(`/${outer}/${inner}`)),
    ]).flat();
    const begun = performance.now();
    const queue = queueOf(...uploads);
    for (;;) {
      const started = startNext(queue);
      if (started.length === 0) break;
      for (const { id, size } of started) {
        recordProgress(queue, id, size / 2);
        recordDone(queue, id);
      }
    }
    expect(queue.counts.done).toBe(50_000);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});
