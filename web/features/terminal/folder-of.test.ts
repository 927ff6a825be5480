import { expect, test } from 'vitest';
import { folderOf, shortPath } from './folder-of.ts';

test.each([
  ['/', '/'],
  ['/docs/', '/docs'],
  ['/docs/plan.txt', '/docs'],
  ['/plan.txt', '/'],
  ['/a b/ü/', '/a b/ü'],
])('commands run for %j in %j', (path, folder) => {
  expect(folderOf(path)).toBe(folder);
});

test('a long path keeps its beginning and its end', () => {
  expect(shortPath('/short')).toBe('/short');
  const long = `/projects/${'deep/'.repeat(20)}pictures of summer`;
  expect(shortPath(long)).toHaveLength(36);
  expect(shortPath(long)).toMatch(/^\/projects\/.*….*\/pictures of summer$/);
  expect(shortPath('/😀😀😀😀😀😀', 5)).toBe('/😀…😀😀');
});
