import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aTokenUser } from '../testing/fake-server.ts';
import { session } from './session.ts';
import { rememberedUploads } from './upload-memory.ts';
import type { Arrivals } from './upload-arrivals.ts';
import { createUploadStore, type UploadSummary, type QueuedUpload } from './upload-store.ts';
import type { UploadJob } from './upload-job.ts';
import type { TransferEvents, UploadSource } from './upload-transport.ts';

const NO_CONNECTION = { reason: { code: 'no-connection' }, isRetryable: true } as const;

const file = (path: string, size = 10): QueuedUpload => ({
  path,
  name: path.slice(1),
  size,
  isFolder: false,
  overwrite: false,
  file: new Blob(['x'.repeat(size)]),
});

/** Creates a store whose transport the test controls. */
function startStore(onArrivals?: (arrivals: Arrivals) => void) {
  const sent: {
    job: UploadJob;
    source: UploadSource | undefined;
    events: TransferEvents;
    did: string[];
  }[] = [];
  const arrivals: string[][] = [];
  const successes: UploadSummary[] = [];
  const store = createUploadStore({
    transport: {
      send(job, source, events) {
        const did: string[] = [];
        sent.push({ job, source, events, did });
        return {
          resume: () => did.push('resume'),
          pause: () => did.push('pause'),
          cancel: () => did.push('cancel'),
        };
      },
    },
    onArrivals: (told) => {
      arrivals.push([...told.folders.keys()]);
      onArrivals?.(told);
    },
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

test('progress is published at most once in 100 ms', () => {
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

test('when all uploads are complete, the queue is emptied and success is reported once', () => {
  const { store, transfer, successes, arrivals } = startStore();
  store.add([{ ...file('/d', 0), isFolder: true, file: undefined }, file('/d/a'), file('/b')]);
  transfer('/d').events.onDone();
  transfer('/d/a').events.onDone();
  transfer('/b').events.onDone();
  expect(successes).toEqual([{ files: 2, folders: 1, groups: [expect.any(String)] }]);
  expect(store.current()).toMatchObject({ jobCount: 0, isActive: false });
  expect(arrivals).toEqual([['/', '/d']]);
});

test('a folder that receives files is reported every two seconds', () => {
  const { store, transfer, arrivals } = startStore();
  store.add([file('/a'), file('/b'), file('/c')]);
  transfer('/a').events.onDone();
  transfer('/b').events.onDone();
  expect(arrivals).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(arrivals).toEqual([['/']]);
});

test('each item that has arrived is reported once, and every touched folder after the last', () => {
  const reports: Arrivals[] = [];
  const { store, transfer } = startStore((arrivals) => reports.push(arrivals));
  store.add([file('/d/a', 3), file('/b')]);
  transfer('/d/a').events.onDone();
  vi.advanceTimersByTime(2_000);
  transfer('/b').events.onDone();
  const [first, last] = reports;

  expect(first?.isLast).toBe(false);
  expect([...(first?.folders ?? [])]).toMatchObject([['/d', [{ path: '/d/a', size: 3 }]]]);
  expect(last?.isLast).toBe(true);
  expect([...(last?.folders ?? [])]).toMatchObject([
    ['/d', []],
    ['/', [{ path: '/b', isFolder: false }]],
  ]);
  expect(reports).toHaveLength(2);
});

test('a failure stays visible, and a retry resumes', () => {
  const { store, transfer, sent, successes } = startStore();
  store.add([file('/a')]);
  transfer('/a').events.onFailed(NO_CONNECTION);
  vi.advanceTimersByTime(100);
  expect(store.current()).toMatchObject({ jobCount: 1, isActive: false });
  store.retry(0);
  expect(transfer('/a').did).toEqual(['resume']);
  expect(sent).toHaveLength(1);
  transfer('/a').events.onDone();
  expect(successes).toEqual([{ files: 1, folders: 0, groups: [expect.any(String)] }]);
});

test('cancelling one upload stops it and continues the others', () => {
  const { store, transfer } = startStore();
  store.add(Array.from({ length: 6 }, (_, index) => file(`/${index}`)));
  store.abort(2);
  expect(transfer('/2').did).toEqual(['cancel']);
  expect(transfer('/5').did).toEqual([]);
});

test('aborting all stops everything, empties the queue and refreshes the folders', () => {
  const { store, transfer, arrivals } = startStore();
  store.add([file('/a'), file('/b')]);
  store.abortAll();
  expect(transfer('/a').did).toEqual(['cancel']);
  expect(store.current().jobCount).toBe(0);
  expect(arrivals).toEqual([['/']]);
});

test('a late report about an aborted upload does not affect a new one', () => {
  const { store, transfer } = startStore();
  store.add([file('/old')]);
  const late = transfer('/old').events;
  store.abortAll();
  store.add([file('/new')]);
  late.onDone();
  late.onFailed(NO_CONNECTION);
  expect(store.current().jobAt(0)?.state.status).toBe('sending');
});

test('after the session ends, nothing is sent until the user logs in again', () => {
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

test('paused uploads send nothing and keep what they have sent, and go on where they were', () => {
  const { store, transfer, sent } = startStore();
  store.add(Array.from({ length: 7 }, (_, index) => file(`/${index}`, 1_000)));
  transfer('/0').events.onProgress(400);
  store.pause();
  expect(transfer('/0').did).toEqual(['pause']);
  expect(store.current()).toMatchObject({ isPaused: true, isActive: true, bytesPerSecond: 0 });
  expect(store.current().totals).toMatchObject({ bytesSent: 400, counts: { waiting: 7 } });
  store.add([file('/later')]);
  store.retryFailed();
  expect(sent).toHaveLength(5);

  store.unpause();
  expect(transfer('/0').did).toEqual(['pause', 'resume']);
  expect(store.current()).toMatchObject({ isPaused: false, totals: { bytesSent: 400 } });
  expect(sent).toHaveLength(5);
  for (let index = 0; index < 5; index += 1) transfer(`/${index}`).events.onDone();
  expect(sent.map(({ job }) => job.path)).toEqual([
    '/0',
    '/1',
    '/2',
    '/3',
    '/4',
    '/5',
    '/6',
    '/later',
  ]);
});

test('paused uploads are cancelled, and later ones are not paused', () => {
  const { store, transfer } = startStore();
  store.add([file('/a')]);
  store.pause();
  store.abortAll();
  expect(transfer('/a').did).toEqual(['pause', 'cancel']);
  store.add([file('/b')]);
  expect(store.current().jobAt(0)?.state.status).toBe('sending');
});

test('the speed is measured every second', () => {
  const { store, transfer } = startStore();
  store.add([file('/a', 10_000)]);
  expect(store.current().isSpeedKnown).toBe(false);
  transfer('/a').events.onProgress(1_000);
  vi.advanceTimersByTime(1_100);
  expect(store.current().isSpeedKnown).toBe(true);
  expect(store.current().bytesPerSecond).toBe(1_000);
  expect(store.current().secondsLeft).toBe(9);
});

test('before bytes flow, the speed is unknown; when they stop, it is still known', () => {
  const { store, transfer } = startStore();
  store.add([file('/a', 10_000)]);
  vi.advanceTimersByTime(3_000);
  expect(store.current().isSpeedKnown).toBe(false);
  transfer('/a').events.onProgress(1_000);
  vi.advanceTimersByTime(60_000);
  expect(store.current().isSpeedKnown).toBe(true);
  transfer('/a').events.onDone();
  store.add([file('/b')]);
  expect(store.current().isSpeedKnown).toBe(false);
});

test('ended uploads can be removed, together with their partial uploads', () => {
  const { store, transfer } = startStore();
  store.add([file('/a')], [{ ...file('/b'), reason: { code: 'invalid-name' } }]);
  store.clear();
  expect(store.current().jobCount).toBe(2);
  transfer('/a').events.onFailed(NO_CONNECTION);
  store.clear();
  expect(store.current().jobCount).toBe(0);
  expect(transfer('/a').did).toEqual(['cancel']);
});

test('timers stop when all uploads have ended', () => {
  const { store, transfer } = startStore();
  store.add([file('/a')]);
  transfer('/a').events.onDone();
  vi.advanceTimersByTime(5_000);
  expect(vi.getTimerCount()).toBe(0);
});

test('the speed is zero while everything waits for a retry', () => {
  const { store, transfer } = startStore();
  store.add([file('/a', 4_000)]);
  transfer('/a').events.onProgress(1_000);
  vi.advanceTimersByTime(1_100);
  expect(store.current()).toMatchObject({ bytesPerSecond: 1_000, secondsLeft: 3 });
  transfer('/a').events.onRetry(1, 20_000);
  vi.advanceTimersByTime(100);
  expect(store.current()).toMatchObject({ bytesPerSecond: 0, secondsLeft: undefined });
});

describe('without a connection', () => {
  const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  afterEach(() => vi.restoreAllMocks());

  test('uploads keep their slots and offsets, and continue when the connection returns', () => {
    const { store, transfer, sent } = startStore();
    store.add(Array.from({ length: 6 }, (_, index) => file(`/${index}`)));
    transfer('/0').events.onProgress(4);
    goOffline();
    for (let index = 0; index < 5; index += 1) transfer(`/${index}`).events.onFailed(NO_CONNECTION);
    vi.advanceTimersByTime(100);
    expect(store.current()).toMatchObject({ isActive: true, isOffline: true });
    expect(store.current().jobAt(0)?.state).toEqual({ status: 'offline', sent: 4 });
    expect(sent).toHaveLength(5);

    store.reconnect();
    expect(transfer('/0').did).toEqual(['resume']);
    expect(store.current().jobAt(0)?.state).toEqual({ status: 'sending', sent: 4 });
    expect(store.current().isOffline).toBe(false);
  });

  test('uploads count as waiting although the request of one has not failed yet', () => {
    const { store, transfer } = startStore();
    store.add([file('/a', 4_000), file('/b', 4_000)]);
    transfer('/a').events.onProgress(1_000);
    vi.advanceTimersByTime(1_100);
    goOffline();
    transfer('/b').events.onFailed(NO_CONNECTION);
    vi.advanceTimersByTime(100);
    expect(store.current()).toMatchObject({ isOffline: true, bytesPerSecond: 0 });
  });

  test('failures from before the browser noticed are retried, too', () => {
    const { store, transfer } = startStore();
    store.add([file('/a')]);
    transfer('/a').events.onFailed(NO_CONNECTION);
    store.reconnect();
    expect(transfer('/a').did).toEqual(['resume']);
  });

  test('other failures are left to the user', () => {
    const { store, transfer } = startStore();
    store.add([file('/a')]);
    transfer('/a').events.onFailed({ reason: { code: 'no-space' }, isRetryable: true });
    store.reconnect();
    expect(transfer('/a').did).toEqual([]);
  });
});

describe('over a reload', () => {
  const MIB = 1_048_576;
  const large = (path: string, lastModified = 5): QueuedUpload => ({
    ...file(path, 2 * MIB),
    file: new File(['x'.repeat(2 * MIB)], path.slice(1), { lastModified }),
  });
  beforeEach(() => session.setState({ user: aTokenUser() }));
  afterEach(() => {
    session.setState({ user: undefined });
    localStorage.clear();
  });

  /** Simulates an upload that an earlier page load left unfinished; returns its key. */
  function interrupted(path: string): string | undefined {
    const { store, transfer } = startStore();
    store.add([large(path)]);
    transfer(path).events.onProgress(MIB);
    return transfer(path).source?.key;
  }

  test('the same file resumes under its key and reports its offset', () => {
    const key = interrupted('/film');
    const { store, transfer } = startStore();
    store.add([large('/film')]);
    expect(transfer('/film').source).toMatchObject({ key, isBegun: true });
    transfer('/film').events.onResumed(MIB);
    vi.advanceTimersByTime(100);
    expect(store.current()).toMatchObject({ percent: 50, jobCount: 1 });
    expect(store.current().jobAt(0)?.resumedAt).toBe(MIB);
  });

  test('resumed bytes do not count as speed', () => {
    interrupted('/film');
    const { store, transfer } = startStore();
    store.add([large('/film')]);
    transfer('/film').events.onResumed(MIB);
    transfer('/film').events.onProgress(MIB + 1_000);
    vi.advanceTimersByTime(1_100);
    expect(store.current().bytesPerSecond).toBe(1_000);
  });

  test.each([
    ['that was changed meanwhile', large('/film', 6)],
    ['that goes elsewhere', large('/other')],
    ['that replaces something', { ...large('/film'), overwrite: true }],
  ])('a file %s begins anew', (_, upload) => {
    interrupted('/film');
    const { store, sent } = startStore();
    store.add([upload]);
    expect(sent[0]?.source?.isBegun).toBe(false);
  });

  test('another user does not resume it', () => {
    interrupted('/film');
    session.setState({ user: aTokenUser({ id: 2 }) });
    const { store, transfer } = startStore();
    store.add([large('/film')]);
    expect(transfer('/film').source?.isBegun).toBe(false);
  });

  test('after a day, it is forgotten', () => {
    interrupted('/film');
    vi.advanceTimersByTime(24 * 3_600_000);
    expect(rememberedUploads()).toEqual([]);
  });

  test('completed, cancelled and permanently failed uploads are not remembered', () => {
    const { store, transfer } = startStore();
    store.add([large('/done'), large('/cancelled'), large('/refused'), large('/failed')]);
    for (const name of ['/done', '/cancelled', '/refused', '/failed']) {
      transfer(name).events.onProgress(10);
    }
    expect(rememberedUploads()).toHaveLength(4);
    transfer('/done').events.onDone();
    store.abort(1);
    transfer('/refused').events.onFailed({ reason: { code: 'forbidden' }, isRetryable: false });
    transfer('/failed').events.onFailed(NO_CONNECTION);
    expect(rememberedUploads().map(({ path }) => path)).toEqual(['/failed']);
  });

  test('cancelling everything forgets everything', () => {
    const { store, transfer } = startStore();
    store.add([large('/a')]);
    transfer('/a').events.onProgress(10);
    store.abortAll();
    expect(rememberedUploads()).toEqual([]);
  });

  test('small files are not remembered', () => {
    const { store, transfer } = startStore();
    store.add([{ ...file('/a', 10), file: new File(['0123456789'], 'a') }]);
    transfer('/a').events.onProgress(5);
    expect(rememberedUploads()).toEqual([]);
  });

  test('the number of remembered uploads is limited to the latest', () => {
    for (let index = 0; index < 210; index += 1) interrupted(`/${index}`);
    expect(rememberedUploads()).toHaveLength(200);
    expect(rememberedUploads().at(-1)?.path).toBe('/209');
  });

  test.each(['no list', '{}', '[1, null, {"key": "x"}]'])(
    'memory that makes no sense (%s) is no memory',
    (text) => {
      localStorage.setItem('uploads', text);
      expect(rememberedUploads()).toEqual([]);
    },
  );
});
