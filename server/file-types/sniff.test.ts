import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { looksBinary, sniffMedia, sniffType } from './sniff.ts';

const bytes = (...values: readonly number[]) => Uint8Array.from(values);
const text = (content: string) => new TextEncoder().encode(content);

describe('text', () => {
  test.each(['', 'hello', 'tab\tnew\r\nline', 'ünïcödé 😀 日本', '\u{10ffff}', '\x1b[31m'])(
    '%j is no binary file',
    (content) => {
      expect(looksBinary(text(content))).toBe(false);
    },
  );

  test('may be cut off in the middle of a character', () => {
    for (const content of ['long enough é', 'long enough 日', 'long enough 😀']) {
      const whole = text(content);
      for (let cut = whole.length - 3; cut < whole.length; cut += 1) {
        expect(looksBinary(whole.subarray(0, cut))).toBe(false);
      }
    }
  });

  test('text is recognized wherever its 512 bytes end', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 300, maxLength: 700 }), (content) => {
        const plain = content.replaceAll(/[\0-\u0008]/g, '-');
        expect(looksBinary(text(plain).subarray(0, 512))).toBe(false);
      }),
    );
  });
});

describe('a binary file', () => {
  test.each([0, 1, 7, 8])('has a control character such as %i, wherever it stands', (code) => {
    expect(looksBinary(bytes(code))).toBe(true);
    expect(looksBinary(bytes(...text('hello'), code))).toBe(true);
  });

  test.each([
    ['a byte that begins nothing', [0x80]],
    ['Latin-1', [0xe9]],
    ['an overlong sequence', [0xc0, 0xaf]],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
    ['a code point beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
    ['a sequence of five bytes', [0xf8, 0x88, 0x80, 0x80, 0x80]],
    ['a sequence cut off by a letter', [0xe2, 0x82]],
  ])('has %s before its end', (_, broken) => {
    expect(looksBinary(bytes(...broken, ...text('after it')))).toBe(true);
  });
});

test('short or unknown beginnings have no type', () => {
  for (const head of [bytes(), bytes(0x89), text('RIFF'), text('hello')]) {
    expect(sniffType(head)).toBeUndefined();
    expect(sniffMedia(head)).toBeUndefined();
  }
});

test('no beginning is recognized as a page or a script', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 32 }), (head) => {
      expect(sniffType(head) ?? '').not.toMatch(/html|script|xml/);
    }),
  );
  expect(sniffType(text('<!DOCTYPE html><script>'))).toBeUndefined();
});
