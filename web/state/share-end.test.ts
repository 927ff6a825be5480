import { expect, test } from 'vitest';
import { endOfShare } from './share-end.ts';

test('a share expires at its time', () => {
  expect(endOfShare(1_800_000_000)?.toISOString()).toBe('2027-01-15T08:00:00.000Z');
});

test('a permanent share and one with a far expiry have no end', () => {
  expect(endOfShare(0)).toBeUndefined();
  expect(endOfShare(1_800_000_000 + 2_147_483_647 * 3_600)).toBeUndefined();
  expect(endOfShare(1_800_000_000 + 2_147_483_647 * 86_400)).toBeUndefined();
});
