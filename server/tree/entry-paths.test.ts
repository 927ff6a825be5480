import { ROOT } from '#contract/paths.ts';
import { expect, test } from 'vitest';
import { treePath } from '../testing/stored-records.ts';
import { requireChildPath } from './entry-paths.ts';

test('distinguishes a name that is too long from a path that is', () => {
  expect(requireChildPath(treePath('/a'), 'b')).toBe('/a/b');
  expect(() => requireChildPath(ROOT, `${'x'.repeat(255)}(1)`)).toThrow('the name is too long');
  const long = treePath(`/${'x'.repeat(255)}`.repeat(15));
  expect(() => requireChildPath(long, 'y'.repeat(255))).not.toThrow();
  expect(() => requireChildPath(requireChildPath(long, 'y'.repeat(255)), 'z')).toThrow(
    'the path is too long',
  );
});
