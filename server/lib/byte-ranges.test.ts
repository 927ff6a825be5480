import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repetitions } from '../testing/repetitions.ts';
import { parseRange } from './byte-ranges.ts';

describe('of a file of 100 bytes', () => {
  test.each([
    ['bytes=0-9', [[0, 9]]],
    ['bytes=0-0', [[0, 0]]],
    ['bytes=90-', [[90, 99]]],
    ['bytes=99-', [[99, 99]]],
    ['bytes=90-1000', [[90, 99]]],
    ['bytes=-10', [[90, 99]]],
    ['bytes=-1000', [[0, 99]]],
    ['bytes=0-99', [[0, 99]]],
    ['bytes=0-9223372036854775807', [[0, 99]]],
    [
      'bytes=0-9, 20-29',
      [
        [0, 9],
        [20, 29],
      ],
    ],
    [
      'bytes=0-9,,20-29',
      [
        [0, 9],
        [20, 29],
      ],
    ],
    ['bytes=0-9,200-', [[0, 9]]],
    [
      'bytes=-1,0-0',
      [
        [99, 99],
        [0, 0],
      ],
    ],
  ])('%j gives %j', (header, expected) => {
    const ranges = expected.map(([start, end]) => ({ start, end }));
    expect(parseRange(header, 100)).toEqual({ kind: 'ranges', ranges });
  });

  test.each([
    undefined,
    '',
    'bytes=',
    'bytes=,',
    'bytes=0-99,0-0',
    'bytes=0-,0-,0-',
    `bytes=${Array.from({ length: 65 }, (_, index) => `${index}-${index}`).join(',')}`,
  ])('%j gives all of it', (header) => {
    expect(parseRange(header, 100)).toEqual({ kind: 'whole' });
  });

  test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', 'bytes=200-300,400-500'])(
    '%j is outside',
    (header) => {
      expect(parseRange(header, 100)).toEqual({ kind: 'unsatisfiable' });
    },
  );

  test.each([
    'bytes=-',
    'bytes=a-b',
    'bytes=9-0',
    'bytes=0-9,x',
    'bytes=1.5-3',
    'bytes=0x1-2',
    'bytes=+1-2',
    'bytes=--1',
    'bytes=0-9 10-19',
    'bytes 0-9',
    'Bytes=0-9',
    'lines=0-9',
    '0-9',
    `bytes=${'9'.repeat(40)}-`,
  ])('%j makes no sense', (header) => {
    expect(parseRange(header, 100)).toEqual({ kind: 'malformed' });
  });
});

test('an empty file is sent whole, whatever range is requested', () => {
  for (const header of ['bytes=0-', 'bytes=0-0', 'bytes=-5', 'bytes=10-20']) {
    expect(parseRange(header, 0)).toEqual({ kind: 'whole' });
  }
});

test('no answer reaches outside the file or sends more bytes than the file has', () => {
  const number = fc.oneof(fc.nat(120), fc.maxSafeNat(), fc.constant(''));
  const spec = fc.tuple(number, number).map(([first, last]) => `${first}-${last}`);
  const header = fc.oneof(
    fc.array(spec, { maxLength: 80 }).map((specs) => `bytes=${specs.join(',')}`),
    fc.string(),
  );
  fc.assert(
    fc.property(header, fc.nat(100), (text, size) => {
      const answer = parseRange(text, size);
      if (answer.kind !== 'ranges') return;
      let sum = 0;
      for (const { start, end } of answer.ranges) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThanOrEqual(start);
        expect(end).toBeLessThan(size);
        sum += end - start + 1;
      }
      expect(answer.ranges.length).toBeGreaterThan(0);
      expect(answer.ranges.length).toBeLessThanOrEqual(64);
      expect(sum).toBeLessThanOrEqual(size);
    }),
    { numRuns: repetitions({ usually: 200, soaking: 100_000 }) },
  );
});
