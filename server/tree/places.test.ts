import { ROOT } from '#contract/paths.ts';
import { expect, test } from 'vitest';
import { treePath } from '../testing/stored-records.ts';
import { placeBelow } from './places.ts';

test('it is told whether a name is too long, or all of a path', () => {
  expect(placeBelow(treePath('/a'), 'b')).toBe('/a/b');
  expect(() => placeBelow(ROOT, `${'x'.repeat(255)}(1)`)).toThrow('the name is too long');
  const long = treePath(`/${'x'.repeat(255)}`.repeat(15));
  expect(() => placeBelow(long, 'y'.repeat(255))).not.toThrow();
  expect(() => placeBelow(placeBelow(long, 'y'.repeat(255)), 'z')).toThrow('the path is too long');
});
