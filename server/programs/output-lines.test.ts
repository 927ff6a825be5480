import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { OutputLines } from './output-lines.ts';

const LONGEST = 64 * 1024;

/** Returns everything that is reported for chunks of standard output. */
function linesOf(...chunks: readonly (string | Buffer)[]): string[] {
  const lines = new OutputLines();
  return [...chunks.flatMap((chunk) => lines.split(Buffer.from(chunk), 'stdout')), ...lines.rest()];
}

test.each([
  [['one\ntwo\n'], ['one', 'two']],
  [['one\n\n\ntwo'], ['one', '', '', 'two']],
  [
    ['on', 'e\ntw', 'o'],
    ['one', 'two'],
  ],
  [['dos\r\nunix\n'], ['dos', 'unix']],
  [
    ['dos\r', '\nnext'],
    ['dos', 'next'],
  ],
  [['10%\r20%\n'], ['10%\r20%']],
  [['\uFEFFmark\n'], ['\uFEFFmark']],
  [['unfinished'], ['unfinished']],
  [[''], []],
  [[], []],
])('%j are the lines %j', (chunks, lines) => {
  expect(linesOf(...chunks)).toEqual(lines);
});

test('characters stay whole wherever a chunk ends', () => {
  const text = 'ä€😀\nü\n';
  const bytes = Buffer.from(text);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    expect(linesOf(bytes.subarray(0, cut), bytes.subarray(cut))).toEqual(['ä€😀', 'ü']);
  }
});

test('bytes that are not UTF-8 are replaced, and the rest of the line is kept', () => {
  expect(linesOf(Buffer.from([0x61, 0xff, 0x62, 0x0a]))).toEqual(['a\uFFFDb']);
  expect(linesOf(Buffer.from([0x61, 0xf0, 0x9f]))).toEqual(['a\uFFFD']);
});

test('unfinished lines of the two streams are not mixed', () => {
  const lines = new OutputLines();
  expect(lines.split(Buffer.from('out'), 'stdout')).toEqual([]);
  expect(lines.split(Buffer.from('err\n'), 'stderr')).toEqual(['err']);
  expect(lines.split(Buffer.from('put\n'), 'stdout')).toEqual(['output']);
  lines.split(Buffer.from('last words'), 'stderr');
  expect(lines.rest()).toEqual(['last words']);
  expect(lines.rest()).toEqual([]);
});

describe('a line that does not end', () => {
  test('is split as long as it continues', () => {
    const lines = new OutputLines();
    const chunk = Buffer.alloc(LONGEST, 'x');
    const pieces = Array.from({ length: 50 }, () => lines.split(chunk, 'stdout')).flat();
    expect(pieces).toHaveLength(49);
    expect(new Set(pieces.map((piece) => piece.length))).toEqual(new Set([LONGEST]));
    expect(lines.rest().join('')).toHaveLength(LONGEST);
  });

  test('is parted between characters', () => {
    const text = `x${'😀'.repeat(LONGEST)}`;
    const pieces = linesOf(text);
    expect(pieces.join('')).toBe(text);
    expect(pieces.length).toBeGreaterThan(1);
    for (const piece of pieces) expect(piece.isWellFormed()).toBe(true);
  });

  test('is not searched again for each chunk when it comes byte by byte', () => {
    let searched = 0;
    const { split } = String.prototype;
    const spy = vi.spyOn(String.prototype, 'split').mockImplementation(function (
      this: string,
      ...args: Parameters<typeof split>
    ) {
      searched += this.length;
      return split.apply(this, args);
    });
    onTestFinished(() => spy.mockRestore());
    const lines = new OutputLines();
    for (let count = 0; count < 10_000; count += 1) lines.split(Buffer.from('x'), 'stdout');
    expect(searched).toBe(10_000);
    expect(lines.rest()).toEqual(['x'.repeat(10_000)]);
  });
});
