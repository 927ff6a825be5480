import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anEntry, fakeServer } from '../../testing/fake-server.ts';
import { retryConnection } from './retry-connection.ts';
import { startShareSession } from './share-session.ts';

const LOCATION = { hash: 'AbCdEfGhIjKlMnOpQrStUv', path: '/' };
const ITEM = `/api/public/share/${LOCATION.hash}/`;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('an unreachable server is requested at increasing intervals until it responds', async () => {
  const server = fakeServer().on('GET', ITEM, { status: 503 });
  const shareSession = startShareSession(LOCATION);
  const stop = retryConnection(shareSession);
  const callsAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return server.calls.length;
  };

  await shareSession.reload();
  expect(shareSession.store.getState().obstacle).toEqual({ kind: 'away' });
  expect(await callsAfter(3_000)).toBe(2);
  expect(await callsAfter(3_000)).toBe(2);
  expect(await callsAfter(2_000)).toBe(3);
  expect(await callsAfter(600_000)).toBeLessThan(26);

  server.on('GET', ITEM, { json: { ...anEntry('/a.txt'), path: '' } });
  await callsAfter(30_000);
  expect(shareSession.store.getState()).toMatchObject({ obstacle: undefined, isLoading: false });
  const before = server.calls.length;
  expect(await callsAfter(600_000)).toBe(before);
  stop();
});

test('leaving the page stops the requests', async () => {
  const server = fakeServer().on('GET', ITEM, { status: 503 });
  const shareSession = startShareSession(LOCATION);
  const stop = retryConnection(shareSession);
  await shareSession.reload();
  stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(server.calls).toHaveLength(1);
});

test('a late response does not replace a newer one', async () => {
  let answerFirst = () => {};
  const slow = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  fakeServer()
    .on('GET', `${ITEM}slow`, async () => {
      await slow;
      return { json: { ...anEntry('/slow'), path: '/slow' } };
    })
    .on('GET', `${ITEM}fast`, { json: { ...anEntry('/fast'), path: '/fast' } });
  const shareSession = startShareSession(LOCATION);

  const first = shareSession.open({ ...LOCATION, path: '/slow' });
  await shareSession.open({ ...LOCATION, path: '/fast' });
  answerFirst();
  await first;

  expect(shareSession.store.getState().shown?.resource.path).toBe('/fast');
});
