import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { shareOf, sharesSeen } from '../../testing/shares.ts';

const START_MS = Date.parse('2026-03-01T12:00:00.000Z');
const START = START_MS / 1_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(START_MS);
});
afterEach(() => void vi.useRealTimers());

test('a share expires after its last second, in every call', async () => {
  await using app = await startTestApp({ files: { '/a.txt': '' } });
  const anna = await app.logIn();
  const { hash, expire } = await shareOf(anna, '/a.txt', { expires: '90', unit: 'seconds' });
  expect(expire).toBe(START + 90);

  vi.setSystemTime(START_MS + 89_999);
  expect(await sharesSeen(anna)).toHaveLength(1);
  expect((await anna.get(`/api/links/${hash}/uses`)).status).toBe(200);

  vi.setSystemTime(START_MS + 90_000);
  expect(await sharesSeen(anna)).toEqual([]);
  expect(await sharesSeen(anna, '/api/share/a.txt')).toEqual([]);
  expect((await anna.get(`/api/links/${hash}/uses`)).status).toBe(404);
  expect((await anna.post(`/api/links/${hash}/adopt`)).status).toBe(404);
  expect((await anna.delete(`/api/share/${hash}`)).status).toBe(404);
});

test('expired shares are not listed', async () => {
  await using app = await startTestApp({ files: { '/a.txt': '' } });
  const anna = await app.logIn();
  for (const expires of ['1', '2', '3'])
    await shareOf(anna, '/a.txt', { expires, unit: 'seconds' });
  const lasting = await shareOf(anna, '/a.txt');

  vi.setSystemTime(START_MS + 60_000);
  expect(await sharesSeen(anna)).toEqual([lasting]);
  expect(await sharesSeen(anna, '/api/share/a.txt')).toEqual([lasting]);
});

test('the latest possible expiry is stored and returned unchanged', async () => {
  await using app = await startTestApp({ files: { '/a.txt': '' } });
  const anna = await app.logIn();
  const share = await shareOf(anna, '/a.txt', { expires: '2147483647', unit: 'days' });
  expect(share.expire).toBe(START + 2_147_483_647 * 86_400);
  expect(await sharesSeen(anna)).toEqual([share]);
});
