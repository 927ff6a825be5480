import { expect, test } from 'vitest';
import { versionedName } from './conflict.ts';

test.each([
  ['a.txt', 'a(1).txt'],
  ['a.tar.gz', 'a.tar(1).gz'],
  ['dir', 'dir(1)'],
  ['v1.2', 'v1(1).2'],
  ['.env', '(1).env'],
  ['a.', 'a(1).'],
  ['a(1).txt', 'a(1)(1).txt'],
])('the first version of %s is %s, as old clients know it', (name, versioned) => {
  expect(versionedName(name, 1)).toBe(versioned);
});
