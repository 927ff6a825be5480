import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { operationUrl } from '#contract/operations.ts';
import { aFolder, anEntry, type FakeReply, fakeServer } from '../testing/fake-server.ts';
import { deleteEntry } from './delete-entry.ts';
import { onCommandFailed } from './failed-command.ts';
import type { TrackedCall } from './tracked-call.ts';
import { transferEntry } from './transfers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const OPERATION = operationUrl('mine');

function aTrackedCall(): { tracked: TrackedCall; waiting: boolean[]; cancel(): void } {
  const cancelled = new AbortController();
  const waiting: boolean[] = [];
  const tracked = {
    key: 'mine',
    signal: new AbortController().signal,
    cancelled: cancelled.signal,
    reportWaiting: (isWaiting: boolean) => void waiting.push(isWaiting),
  };
  return { tracked, waiting, cancel: () => cancelled.abort() };
}

const ended = (outcome: Partial<FakeReply> = {}): FakeReply => ({
  json: { state: 'ended', status: 200, text: '', headers: {}, ...outcome },
});
const RUNNING: FakeReply = {
  json: { state: 'running', key: 'mine', kind: 'copy', from: '/a', entries: 0, bytes: 0 },
};
const GIVEN_UP: FakeReply = { status: 504, text: '504 Gateway Timeout' };

const COPY = { action: 'copy', destination: '/b', override: false, rename: false } as const;
const MOVE = { ...COPY, action: 'rename' } as const;

/** Returns one response after another and repeats the last one. */
function withSlot(...answers: readonly FakeReply[]): () => FakeReply {
  let next = 0;
  return () => answers[Math.min(next++, answers.length - 1)] ?? {};
}

const failureOf = (result: Promise<unknown>): Promise<unknown> =>
  result.then(
    () => undefined,
    (failure: unknown) => failure,
  );

const methods = (server: ReturnType<typeof fakeServer>) => server.calls.map(({ method }) => method);

test('after a gateway timeout, waits for the outcome from the server', async () => {
  fakeServer()
    .on('PATCH', '/api/resources/a', GIVEN_UP)
    .on(
      'GET',
      OPERATION,
      withSlot(
        RUNNING,
        RUNNING,
        ended({ headers: { 'content-location': '/api/resources/b(1)', 'x-left-out': '2' } }),
      ),
    );
  const { tracked, waiting } = aTrackedCall();
  const result = transferEntry('/a', COPY, tracked);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await result).toEqual({ path: '/b(1)', leftOut: { count: 2, names: [] } });
  expect(waiting).toEqual([]);
});

test('a failure found later equals an immediate one', async () => {
  fakeServer()
    .on('PATCH', '/api/resources/a', GIVEN_UP)
    .on('GET', OPERATION, {
      json: { state: 'ended', status: 409, text: '409 Conflict\n', headers: {} },
    });
  const result = transferEntry('/a', COPY, aTrackedCall().tracked);
  const failure = failureOf(result);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await failure).toMatchObject({ status: 409, message: '409 Conflict' });
});

test('waits for a lost connection and reports it', async () => {
  const server = fakeServer().on('GET', OPERATION, withSlot(RUNNING, ended()));
  server.unplug();
  const { tracked, waiting } = aTrackedCall();
  const result = deleteEntry('/a', tracked, { isPermanent: true });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(waiting).toEqual([true]);
  server.plugIn();
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(5_000);
  await result;
  expect(waiting).toEqual([true, false]);
  expect(methods(server)).toEqual(['GET', 'GET']);
});

test('an operation unknown to the server is sent again under the same key', async () => {
  const server = fakeServer()
    .on('DELETE', '/api/resources/a', withSlot(GIVEN_UP, { status: 204 }))
    .on('GET', '/api/resources/a', { json: anEntry('/a') });
  const result = deleteEntry('/a', aTrackedCall().tracked, { isPermanent: true });
  await vi.advanceTimersByTimeAsync(10_000);
  await result;
  const sent = server.calls.filter(({ method }) => method === 'DELETE');
  expect(sent.map(({ headers }) => headers.get('X-Operation'))).toEqual(['mine', 'mine']);
});

test('after a restart of the server, a deletion is inferred from the files', async () => {
  const server = fakeServer().on('DELETE', '/api/resources/a', GIVEN_UP);
  const result = deleteEntry('/a', aTrackedCall().tracked, { isPermanent: true });
  await vi.advanceTimersByTimeAsync(10_000);
  await result;
  expect(methods(server)).toEqual(['DELETE', 'GET', 'GET']);
});

test('a move is done if the entry is at its destination, and unclear if it is nowhere', async () => {
  const server = fakeServer()
    .on('PATCH', '/api/resources/a', GIVEN_UP)
    .on('GET', '/api/resources/b', { json: anEntry('/b') });
  const done = transferEntry('/a', MOVE, aTrackedCall().tracked);
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await done).path).toBe('/b');

  server.on('GET', '/api/resources/b', { status: 404 });
  const nowhere = transferEntry('/a', MOVE, aTrackedCall().tracked);
  const failure = failureOf(nowhere);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await failure).toMatchObject({ name: 'OutcomeUnknown' });
});

test('a copy is done if an equal entry exists; another entry with the name is a conflict', async () => {
  const folder = (path: string, ...names: string[]) => ({
    json: aFolder(
      `${path}/`,
      names.map((name) => anEntry(`${path}/${name}`)),
    ),
  });
  const server = fakeServer()
    .on('PATCH', '/api/resources/a', withSlot(GIVEN_UP, GIVEN_UP, { status: 409 }))
    .on('GET', '/api/resources/a', folder('/a', 'x', 'y'))
    .on('GET', '/api/resources/b', folder('/b', 'x', 'y'));
  const done = transferEntry('/a', COPY, aTrackedCall().tracked);
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await done).path).toBe('/b');

  server.on('GET', '/api/resources/b', folder('/b', 'x'));
  const taken = transferEntry('/a', COPY, aTrackedCall().tracked);
  const failure = failureOf(taken);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await failure).toMatchObject({ status: 409 });
});

test('"keep both" is not repeated after a lost response', async () => {
  const server = fakeServer().on('PATCH', '/api/resources/a', GIVEN_UP);
  const result = transferEntry('/a', { ...COPY, rename: true }, aTrackedCall().tracked);
  const failure = failureOf(result);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await failure).toMatchObject({ name: 'OutcomeUnknown' });
  expect(methods(server).filter((method) => method === 'PATCH')).toHaveLength(1);
});

test('a call started offline is simply sent when the connection returns', async () => {
  const server = fakeServer().on('PATCH', '/api/resources/a', { text: '200 OK\n' });
  server.unplug();
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const result = transferEntry('/a', { ...COPY, rename: true }, aTrackedCall().tracked);
  await vi.advanceTimersByTimeAsync(3_000);
  server.plugIn();
  online.mockReturnValue(true);
  await vi.advanceTimersByTimeAsync(20_000);
  expect((await result).path).toBe('/b');
});

test('a response that never arrives is requested', async () => {
  const server = fakeServer()
    .on('PATCH', '/api/resources/a', () => new Promise<FakeReply>(() => {}))
    .on('GET', OPERATION, withSlot(RUNNING, ended()));
  const result = transferEntry('/a', COPY, aTrackedCall().tracked);
  await vi.advanceTimersByTimeAsync(25_000);
  expect((await result).path).toBe('/b');
  expect(methods(server)).toEqual(['PATCH', 'GET', 'GET']);
});

test('waiting for the connection can be cancelled', async () => {
  fakeServer().unplug();
  const { tracked, cancel } = aTrackedCall();
  const failure = failureOf(deleteEntry('/a', tracked, { isPermanent: true }));
  await vi.advanceTimersByTimeAsync(4_000);
  cancel();
  expect(await failure).toHaveProperty('name', 'AbortError');
});

test('immediate responses leave no listeners behind', async () => {
  const server = fakeServer().on('DELETE', '/api/resources/a', { status: 204 });
  for (let count = 0; count < 50; count += 1)
    await deleteEntry('/a', aTrackedCall().tracked, { isPermanent: true });
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.calls).toHaveLength(50);
});

test('a failed after-command counts as done, even if found later', async () => {
  let failures = 0;
  onCommandFailed(() => (failures += 1));
  const headers = { 'content-location': '/api/resources/b', 'x-failed-command': 'after_copy' };
  fakeServer()
    .on('PATCH', '/api/resources/a', GIVEN_UP)
    .on('GET', OPERATION, {
      json: { state: 'ended', status: 500, text: '500 Internal Server Error\n', headers },
    });
  const result = transferEntry('/a', COPY, aTrackedCall().tracked);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await result).toEqual({ path: '/b', leftOut: { count: 0, names: [] } });
  expect(failures).toBe(1);
});
