import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinLines, splitLines } from './line-ends.ts';

test.each([
  ['', [''], '\n', 0],
  ['a', ['a'], '\n', 0],
  ['a\nb\n', ['a', 'b', ''], '\n', 0],
  ['a\r\nb', ['a', 'b'], '\r\n', 0],
  ['a\rb\r', ['a', 'b', ''], '\r', 0],
  ['a\r\nb\r\nc\nd', ['a', 'b', 'c', 'd'], '\r\n', 1],
  ['a\u2028b', ['a\u2028b'], '\n', 0],
])('%j has its lines and the end that most of them have', (text, lines, end, others) => {
  const split = splitLines(text);
  expect([split.lines, split.end, split.exceptions.length]).toEqual([lines, end, others]);
});

test('splitting and joining restores every text', () => {
  const pieces = fc.array(fc.constantFrom('a', 'ä', '\n', '\r', '\r\n', '\u2028', ''));
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = parts.join('');
      expect(joinLines(splitLines(text))).toBe(text);
    }),
    { numRuns: 500 },
  );
});
