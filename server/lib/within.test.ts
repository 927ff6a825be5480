import { expect, test } from 'vitest';
import { within } from './within.ts';

const never = new Promise<string>(() => undefined);

test('returns a result or failure in time, otherwise undefined', async () => {
  expect(await within(60_000, Promise.resolve('here'))).toBe('here');
  await expect(within(60_000, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await within(1, never)).toBeUndefined();
});
