import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinNames, splitNames } from './names-buffer.ts';

test.each([
  [[]],
  [['a']],
  [['a', 'b.txt', 'ünïcödé', '😀', ' ', 'new\nline']],
  [['\uFFFD', 'a']],
  [[Buffer.from([0x63, 0xe9])]],
  [['a', Buffer.from([0xff]), 'b', Buffer.from([0x80, 0x80])]],
])('the names %j come out of the other thread as they went in', (names) => {
  expect(splitNames(joinNames(names))).toEqual(names);
});

test('names survive whatever is in them', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => !name.includes('\0'));
  const broken = fc
    .uint8Array({ minLength: 1, min: 1 })
    .map((bytes) => Buffer.from([0xff, ...bytes]));
  fc.assert(
    fc.property(fc.array(fc.oneof(text, broken)), (names) => {
      expect(splitNames(joinNames(names))).toEqual(names);
    }),
  );
});
