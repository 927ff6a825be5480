import { describe, expect, it } from 'vitest';
import { parseTable } from './parse-table.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string, delimiter?: string) =>
  parseTable({ bytes: bytes(text), isCut: false, delimiter });

describe('a table', () => {
  it.each([
    ['commas', 'a,b\n1,2\n'],
    ['semicolons', 'a;b\n1;2\n'],
    ['tabs', 'a\tb\n1\t2\n'],
    ['bars', 'a|b\n1|2\n'],
    ['commas and Windows line ends', 'a,b\r\n1,2\r\n'],
    ['a byte order mark and commas', '\ufeffa,b\n1,2\n'],
  ])('is read with %s', (_, text) => {
    expect(read(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('keeps quoted text together', () => {
    expect(read('a,b\n"1,5","two\nlines"\n"say ""yes""",x\n')).toEqual([
      ['a', 'b'],
      ['1,5', 'two\nlines'],
      ['say "yes"', 'x'],
    ]);
  });

  it('allows rows of different length and skips empty lines', () => {
    expect(read('a,b,c\n1\n\n1,2,3,4\n')).toEqual([['a', 'b', 'c'], ['1'], ['1', '2', '3', '4']]);
  });

  it('can have one column', () => {
    expect(read('name\nAnna\nBert\n')).toEqual([['name'], ['Anna'], ['Bert']]);
  });

  it('is not split at commas if its name indicates tabs', () => {
    expect(read('a,b\n1,2\n', '\t')).toEqual([['a,b'], ['1,2']]);
  });

  it('is empty for an empty file', () => {
    expect(read('')).toEqual([]);
  });

  it('omits the last row of truncated bytes', () => {
    const source = { bytes: bytes('a,b\n1,2\n3,'), isCut: true, delimiter: undefined };
    expect(parseTable(source)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('is undefined for binary bytes', () => {
    expect(read('a\u0000b')).toBeUndefined();
  });
});
