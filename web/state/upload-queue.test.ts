import { describe, expect, test } from 'vitest';
import { file, folder, queueOf } from '../testing/upload-queue-of.ts';
import { percentOf } from './upload-job.ts';
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

const startedPaths = (queue: UploadQueue) => startNext(queue).map(({ path }) => path);
const statusOf = (queue: UploadQueue, id: number) => queue.jobs[id]?.state.status;

describe('order', () => {
  test('at most five uploads run at once, in the order of picking', () => {
    const queue = queueOf(...Array.from({ length: 8 }, (_, index) => file(`/${index}`)));
    expect(startedPaths(queue)).toEqual(['/0', '/1', '/2', '/3', '/4']);
    expect(startedPaths(queue)).toEqual([]);
    recordDone(queue, 3);
    expect(startedPaths(queue)).toEqual(['/5']);
  });

  test('an upload that waits for a retry keeps its slot', () => {
    const queue = queueOf(...Array.from({ length: 6 }, (_, index) => file(`/${index}`)));
    startNext(queue);
    recordRetry(queue, 0, { attempt: 1, atMs: 5 });
    expect(startedPaths(queue)).toEqual([]);
  });

  test('a folder is created before its contents', () => {
    const queue = queueOf(folder('/a'), file('/a/1'), folder('/a/b'), file('/a/b/2'), file('/3'));
    expect(startedPaths(queue)).toEqual(['/a', '/3']);
    recordDone(queue, 0);
    expect(startedPaths(queue)).toEqual(['/a/1', '/a/b']);
    recordDone(queue, 2);
    expect(startedPaths(queue)).toEqual(['/a/b/2']);
  });

  test('the contents of a folder precede later uploads', () => {
    const later = Array.from({ length: 9 }, (_, index) => file(`/z${index}`));
    const queue = queueOf(folder('/a'), file('/a/1'), ...later);
    startNext(queue);
    recordDone(queue, 0);
    expect(startedPaths(queue)).toEqual(['/a/1']);
  });

  test('empty files and folders are uploads', () => {
    const queue = queueOf(folder('/empty'), file('/nothing', 0));
    for (const job of startNext(queue)) recordDone(queue, job.id);
    expect(isSettled(queue)).toBe(true);
    expect(percentDone(totalsOf(queue))).toBe(100);
  });

  test('files added to a folder that failed earlier are uploaded', () => {
    const queue = queueOf(folder('/a'));
    startNext(queue);
    recordFailure(queue, 0, NO_CONNECTION);
    addUploads(queue, [file('/a/late')]);
    expect(startedPaths(queue)).toEqual(['/a/late']);
  });
});

describe('failures', () => {
  test('the contents of a failed folder fail and are retried with it', () => {
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

  test('a permanent refusal is not retried', () => {
    const queue = queueOf(file('/a'));
    startNext(queue);
    recordFailure(queue, 0, FORBIDDEN);
    retryUpload(queue, 0);
    retryFailed(queue);
    expect(statusOf(queue, 0)).toBe('failed');
  });

  test('all failed uploads can be retried at once', () => {
    const queue = queueOf(file('/a'), file('/b'), file('/c'));
    startNext(queue);
    recordFailure(queue, 0, NO_CONNECTION);
    recordFailure(queue, 1, FORBIDDEN);
    recordDone(queue, 2);
    retryFailed(queue);
    expect(startedPaths(queue)).toEqual(['/a']);
  });

  test('an invalid name fails and is never sent', () => {
    const queue = createUploadQueue();
    addRefused(queue, file('/bad'), { code: 'name-too-long' });
    expect(startedPaths(queue)).toEqual([]);
    expect(queue.counts.failed).toBe(1);
    expect(isSettled(queue)).toBe(true);
  });

  test('reports after the end are ignored', () => {
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
  test('a cancelled upload frees its slot', () => {
    const queue = queueOf(...Array.from({ length: 7 }, (_, index) => file(`/${index}`)));
    startNext(queue);
    expect(cancelUpload(queue, 5).map(({ path }) => path)).toEqual(['/5']);
    cancelUpload(queue, 1);
    expect(startedPaths(queue)).toEqual(['/6']);
  });

  test('cancelling a folder cancels its contents, but not completed files', () => {
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

describe('totals', () => {
  test('sent bytes are counted, without failed uploads', () => {
    const queue = queueOf(file('/a', 100), file('/b', 300));
    startNext(queue);
    recordProgress(queue, 0, 50);
    expect(totalsOf(queue)).toMatchObject({ bytesSent: 50, bytesTotal: 400 });
    expect(percentDone(totalsOf(queue))).toBe(12);
    recordFailure(queue, 1, NO_CONNECTION);
    expect(totalsOf(queue)).toMatchObject({ bytesSent: 50, bytesTotal: 100 });
  });

  test('100 percent means that nothing is left', () => {
    const queue = queueOf(file('/a', 100), file('/empty', 0));
    startNext(queue);
    recordDone(queue, 0);
    expect(percentDone(totalsOf(queue))).toBe(99);
    recordDone(queue, 1);
    expect(percentDone(totalsOf(queue))).toBe(100);
  });

  test('the only file has the percentage of the whole', () => {
    const queue = queueOf(file('/a', 100));
    startNext(queue);
    for (let sent = 1; sent < 100; sent += 1) {
      recordProgress(queue, 0, sent);
      expect(percentDone(totalsOf(queue))).toBe(sent);
      expect(queue.jobs.map(percentOf)).toEqual([sent]);
    }
  });

  test('empty files count by their number', () => {
    const queue = queueOf(file('/a', 0), file('/b', 0));
    startNext(queue);
    recordDone(queue, 0);
    expect(percentDone(totalsOf(queue))).toBe(50);
  });

  test('a file has its own percentage', () => {
    const queue = queueOf(file('/a', 200));
    startNext(queue);
    recordProgress(queue, 0, 50);
    expect(queue.jobs.map(percentOf)).toEqual([25]);
    recordDone(queue, 0);
    expect(queue.jobs.map(percentOf)).toEqual([100]);
  });
});
