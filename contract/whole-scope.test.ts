import { expect, test } from 'vitest';
import { wholeScope } from './whole-scope.ts';

test.each([
  ['.', '/'],
  ['', '/'],
  ['./a', '/a'],
  ['a/b', '/a/b'],
  ['/a', '/a'],
  ['.hidden', '/.hidden'],
])('the scope %j is %j', (scope, whole) => {
  expect(wholeScope(scope)).toBe(whole);
});
