import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createUploadStore, type QueuedUpload } from './upload-store.ts';
import type { UploadJob } from './upload-job.ts';
import type { TransferEvents } from './upload-transport.ts';

const NO_CONNECTION = { reason: { code: 'no-connection' }, isRetryable: true } as const;

const file = (path: string, size = 10): QueuedUpload => ({
  path,
  name: path.slice(1),
  size,
  isFolder: false,
  overwrite: false,
  file: new Blob(['x'.repeat(size)]),
});

/** A carrier of which the test plays the far end. */
function startStore() {
  const sent: { job: UploadJob; events: TransferEvents; did: string[] }[] = [];
  const arrivals: string[][] = [];
  const successes: { files: number; folders: number }[] = [];
  const store = createUploadStore({
    transport: {
      send(job, _file, events) {
        const did: string[] = [];
        sent.push({ job, events, did });
        return { resume: () => did.push('resume'), cancel: () => did.push('cancel') };
      },
    },
    onArrivals: (folders) => arrivals.push([...folders]),
    onSuccess: (summary) => successes.push(summary),
  });
  const transfer = (path: string) => {
    const found = sent.findLast(({ job }) => job.path === path);
    if (!found) throw new Error(`nothing was sent to ${path}`);
    return found;
  };
  return { store, sent, arrivals, successes, transfer };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the page hears of progress at most once in 100 ms', () => {
  const { store, transfer } = startStore();
  store.add([file('/a', 1_000)]);
  let heard = 0;
  store.subscribe(() => (heard += 1));
  for (let sent = 0; sent < 500; sent += 10) transfer('/a').events.onProgress(sent);
  expect(heard).toBe(0);
  vi.advanceTimersByTime(100);
  expect(heard).toBe(1);
  expect(store.current().totals.bytesSent).toBe(490);
});

test('when all has arrived the queue is empty and the success is told once', () => {
  const { store, transfer, successes, arrivals } = startStore();
  store.add([{ ...file('/d', 0), isFolder: true, file: undefined }, file('/d/a'), file('/b')]);
  transfer('/d').events.onDone();
  transfer('/d/a').events.onDone();
  transfer('/b').events.onDone();
  expect(successes).toEqual([{ files: 2, folders: 1 }]);
  expect(store.current()).toMatchObject({ jobCount: 0, isActive: false });
  expect(arrivals).toEqual([['/', '/d']]);
});

test('a folder that is being filled is told every two seconds', () => {
  const { store, transfer, arrivals } = startStore();
  store.add([file('/a'), file('/b'), file('/c')]);
  transfer('/a').events.onDone();
  transfer('/b').events.onDone();
  expect(arrivals).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(arrivals).toEqual([['/']]);
});

test('a failure stays to be seen, and a retry goes on where it stood', () => {
  const { store, transfer, sent, successes } = startStore();
  store.add([file('/a')]);
  transfer('/a').events.onFailed(NO_CONNECTION);
  vi.advanceTimersByTime(100);
  expect(store.current()).toMatchObject({ jobCount: 1, isActive: false });
  store.retry(0);
  expect(transfer('/a').did).toEqual(['resume']);
  expect(sent).toHaveLength(1);
  transfer('/a').events.onDone();
  expect(successes).toEqual([{ files: 1, folders: 0 }]);
});

test('cancelling one stops it on the wire and lets the others go on', () => {
  const { store, transfer } = startStore();
  store.add(Array.from({ length: 6 }, (_, index) => file(`/${index}`)));
  store.abort(2);
  expect(transfer('/2').did).toEqual(['cancel']);
  expect(transfer('/5').did).toEqual([]);
});

test('aborting all stops everything, forgets it and lets the folders be read again', () => {
  const { store, transfer, arrivals } = startStore();
  store.add([file('/a'), file('/b')]);
  store.abortAll();
  expect(transfer('/a').did).toEqual(['cancel']);
  expect(store.current().jobCount).toBe(0);
  expect(arrivals).toEqual([['/']]);
});

test('a late report about an aborted upload does not touch a new one', () => {
  const { store, transfer } = startStore();
  store.add([file('/old')]);
  const late = transfer('/old').events;
  store.abortAll();
  store.add([file('/new')]);
  late.onDone();
  late.onFailed(NO_CONNECTION);
  expect(store.current().jobAt(0)?.state.status).toBe('sending');
});

test('when the session ends nothing more is sent until the user has signed in again', () => {
  const { store, transfer, sent } = startStore();
  store.add(Array.from({ length: 7 }, (_, index) => file(`/${index}`)));
  transfer('/0').events.onFailed({ reason: { code: 'signed-out' }, isRetryable: true });
  vi.advanceTimersByTime(100);
  expect(store.current().isHalted).toBe(true);
  expect(sent).toHaveLength(5);
  store.resume();
  expect(transfer('/0').did).toEqual(['resume']);
  transfer('/1').events.onDone();
  expect(sent.map(({ job }) => job.path)).toContain('/5');
});

test('the speed is measured every second', () => {
  const { store, transfer } = startStore();
  store.add([file('/a', 10_000)]);
  transfer('/a').events.onProgress(1_000);
  vi.advanceTimersByTime(1_100);
  expect(store.current().bytesPerSecond).toBe(1_000);
  expect(store.current().secondsLeft).toBe(9);
});

test('what has ended can be put away, and a part of it that lies on the server with it', () => {
  const { store, transfer } = startStore();
  store.add([file('/a')], [{ ...file('/b'), reason: { code: 'invalid-name' } }]);
  store.clear();
  expect(store.current().jobCount).toBe(2);
  transfer('/a').events.onFailed(NO_CONNECTION);
  store.clear();
  expect(store.current().jobCount).toBe(0);
  expect(transfer('/a').did).toEqual(['cancel']);
});

test('nothing ticks once all has ended', () => {
  const { store, transfer } = startStore();
  store.add([file('/a')]);
  transfer('/a').events.onDone();
  vi.advanceTimersByTime(5_000);
  expect(vi.getTimerCount()).toBe(0);
});

test('while everything waits for another try, nothing claims to go out', () => {
  const { store, transfer } = startStore();
  store.add([file('/a', 4_000)]);
  transfer('/a').events.onProgress(1_000);
  vi.advanceTimersByTime(1_100);
  expect(store.current()).toMatchObject({ bytesPerSecond: 1_000, secondsLeft: 3 });
  transfer('/a').events.onRetry(1, 20_000);
  vi.advanceTimersByTime(100);
  expect(store.current()).toMatchObject({ bytesPerSecond: 0, secondsLeft: undefined });
});
