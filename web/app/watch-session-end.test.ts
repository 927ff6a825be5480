import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setToken } from '../api/session-token.ts';
import { type FakeServer, fakeServer } from '../testing/fake-server.ts';
import { watchSessionEnd } from './watch-session-end.ts';

const MINUTE_MS = 60_000;
const LIFETIME_SECONDS = 7_200;

let server: FakeServer;
let shown: boolean;
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  server = fakeServer().on('POST', '/api/renew', { text: aTokenFor(LIFETIME_SECONDS, 2) });
  setToken(aTokenFor(LIFETIME_SECONDS, 1));
  shown = false;
  stop = watchSessionEnd(() => {
    shown = true;
    return () => {
      shown = false;
    };
  });
});
afterEach(() => {
  stop();
  setToken(undefined);
  vi.useRealTimers();
});

function aTokenFor(seconds: number, iat: number): string {
  return `e30.${btoa(JSON.stringify({ iat, exp: iat + seconds }))}.signature`;
}

const renewals = () => server.calls.filter(({ url }) => url === '/api/renew').length;
const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * MINUTE_MS);
const pressAKey = () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));

test('typing a long text keeps the session, with few renewals', async () => {
  for (let minute = 0; minute < 300; minute += 1) {
    pressAKey();
    await pass(1);
  }
  expect(renewals()).toBe(4);
  expect(shown).toBe(false);
});

test('a warning appears two minutes before an unused session ends, and a key keeps the session', async () => {
  pressAKey();
  await pass(117);
  expect(shown).toBe(false);
  await pass(1.5);
  expect(shown).toBe(true);
  expect(renewals()).toBe(0);

  pressAKey();
  await pass(0);
  expect(renewals()).toBe(1);
  expect(shown).toBe(false);
  await pass(115);
  expect(shown).toBe(false);
});

test('a renewal by another tab prevents the warning', async () => {
  await pass(100);
  setToken(aTokenFor(LIFETIME_SECONDS, 3));
  await pass(60);
  expect(shown).toBe(false);
});

test('nothing is shown after a session has ended or the user has logged out', async () => {
  await pass(119);
  expect(shown).toBe(true);
  setToken(undefined);
  expect(shown).toBe(false);
  await pass(300);
  expect(shown).toBe(false);
});
