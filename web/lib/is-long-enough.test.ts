import { expect, test } from 'vitest';
import { isLongEnough } from './is-long-enough.ts';

test.each([
  ['a', false],
  [' a ', false],
  ['🙂', false],
  ['ab', true],
  ['猫', true],
  ['가', true],
  ['', false],
])('%j is worth asking while somebody types: %s', (query, expected) => {
  expect(isLongEnough(query)).toBe(expected);
});
