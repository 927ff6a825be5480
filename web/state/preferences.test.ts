import { afterEach, beforeEach, expect, test } from 'vitest';
import { aTokenUser, fakeServer } from '../testing/fake-server.ts';
import { choosePreference, chosenPreferences } from './preferences.ts';
import { session } from './session.ts';

const bySize = { by: 'size', asc: true } as const;
const byTime = { by: 'modified', asc: true } as const;

beforeEach(() => session.setState({ user: aTokenUser() }));
afterEach(() => session.setState({ user: undefined }));

/** Fake server whose responses the test releases, with the stored values. */
function slowServer() {
  const stored: unknown[] = [];
  const waiting: (() => void)[] = [];
  fakeServer().on('PUT', '/api/users/1', async ({ body }) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    stored.push((JSON.parse(body) as { data: unknown }).data);
    return { text: 'OK' };
  });
  return { stored, waiting };
}

test('of two quick choices, the server keeps the last', async () => {
  const { stored, waiting } = slowServer();
  const first = choosePreference('sorting', bySize);
  await expect.poll(() => waiting.length).toBe(1);
  const second = choosePreference('sorting', byTime);
  expect(chosenPreferences.getState().sorting).toEqual(byTime);
  expect(waiting).toHaveLength(1);
  waiting[0]?.();
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]?.();
  await Promise.all([first, second]);
  expect(stored).toMatchObject([{ sorting: bySize }, { sorting: byTime }]);
});

test('a choice that was replaced before it was sent is not sent', async () => {
  const { stored, waiting } = slowServer();
  const first = choosePreference('viewMode', 'mosaic');
  await expect.poll(() => waiting.length).toBe(1);
  const skipped = choosePreference('viewMode', 'mosaic gallery');
  const last = choosePreference('viewMode', 'list');
  waiting[0]?.();
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]?.();
  await Promise.all([first, skipped, last]);
  expect(stored).toMatchObject([{ viewMode: 'mosaic' }, { viewMode: 'list' }]);
});

test('a refused choice is reverted and thrown', async () => {
  fakeServer().on('PUT', '/api/users/1', { status: 403 });
  await expect(choosePreference('sorting', bySize)).rejects.toMatchObject({ status: 403 });
  expect(chosenPreferences.getState().sorting).toBeUndefined();
});

test('choices of one user do not apply to another', async () => {
  fakeServer().on('PUT', '/api/users/1', { text: 'OK' });
  await choosePreference('sorting', bySize);
  session.setState({ user: aTokenUser({ id: 2 }) });
  expect(chosenPreferences.getState()).toEqual({});
});
