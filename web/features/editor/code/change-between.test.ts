import { ChangeSet, Text } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeBetween } from './change-between.ts';

const TEXTS = fc
  .array(fc.constantFrom('a', 'b', '\n'), { maxLength: 12 })
  .map((parts) => Text.of(parts.join('').split('\n')));

test('the change turns one text into the other', () => {
  fc.assert(
    fc.property(TEXTS, TEXTS, (before, after) => {
      const changes = ChangeSet.of(changeBetween(before, after), before.length);
      expect(changes.apply(before).toString()).toBe(after.toString());
    }),
    { numRuns: 500 },
  );
});

test('unchanged ends keep the cursor', () => {
  const change = changeBetween(Text.of(['one', 'two', 'three']), Text.of(['one', '2', 'three']));
  expect(change).toMatchObject({ from: 4, to: 7 });
});
