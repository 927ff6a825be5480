import { expect, test } from 'vitest';
import { withTimeout } from './with-timeout.ts';

const never = new Promise<string>(() => undefined);

test('returns a result or failure in time, otherwise undefined', async () => {
  expect(await withTimeout(60_000, Promise.resolve('here'))).toBe('here');
  await expect(withTimeout(60_000, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await withTimeout(1, never)).toBeUndefined();
});
