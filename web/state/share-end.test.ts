import { expect, test } from 'vitest';
import { endOfShare } from './share-end.ts';

test('a link ends when its seconds say so', () => {
  expect(endOfShare(1_800_000_000)?.toISOString()).toBe('2027-01-15T08:00:00.000Z');
});

test('a link that never ends has no end, and neither has one that outlives every calendar', () => {
  expect(endOfShare(0)).toBeUndefined();
  expect(endOfShare(1_800_000_000 + 2_147_483_647 * 3_600)).toBeUndefined();
  expect(endOfShare(1_800_000_000 + 2_147_483_647 * 86_400)).toBeUndefined();
});
