import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repetitions } from '../../testing/repetitions.ts';
import { bytewiseSortKey, compareNaturally, sortKey } from './natural-order.ts';

function sorted(names: readonly string[]): string[] {
  return [...names].sort((a, b) => compareNaturally(sortKey(a), sortKey(b)));
}

describe('names stand in the order in which people count', () => {
  test.each([
    [['f1', 'f2', 'f10', 'f100']],
    [['a', 'B', 'c', 'D']],
    [['1', '2', '10', 'a']],
    [['a1b2', 'a1b10', 'a2b1']],
    [['a', 'a1', 'aa']],
    [['', 'a']],
    [['v1.2', 'v1.10', 'v2.0']],
    [['2026-01-31', '2026-02-01']],
    [['99999999999999999998', '99999999999999999999', '100000000000000000000']],
    [['-1', '1', '_1']],
    [['Ä', 'ö', 'Ü'].map((name) => name.normalize('NFC'))],
  ])('%j', (names) => {
    expect(sorted(names.toReversed())).toEqual(names);
  });

  test('case and leading zeros make no difference', () => {
    expect(compareNaturally(sortKey('README'), sortKey('readme'))).toBe(0);
    expect(compareNaturally('f1', 'f001')).toBe(0);
    expect(compareNaturally('0', '00')).toBe(0);
    expect(compareNaturally('f01a', 'f1b')).toBeLessThan(0);
  });
});

describe('the order holds together, whatever the names', () => {
  const name = fc.oneof(
    fc.string({ unit: 'grapheme' }).map(sortKey),
    fc
      .array(fc.constantFrom('0', '1', '9', '00', '10', 'a', 'b', '.', ' ', 'é'))
      .map((parts) => parts.join('')),
  );

  test('is that of the bytes of stored keys', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        fc.pre(!/[\u{10000}-\u{10FFFF}]/u.test(a + b));
        const [x, y] = [a, b].map((each) => Buffer.from(bytewiseSortKey(each)));
        if (x === undefined || y === undefined) throw new Error('a key is missing');
        expect(Math.sign(Buffer.compare(x, y))).toBe(Math.sign(compareNaturally(a, b)));
      }),
      { numRuns: repetitions({ usually: 500, soaking: 100_000 }) },
    );
  });

  test('is antisymmetric', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(Math.sign(compareNaturally(a, b)) + Math.sign(compareNaturally(b, a))).toBe(0);
        expect(compareNaturally(a, a)).toBe(0);
      }),
      { numRuns: repetitions({ usually: 200, soaking: 100_000 }) },
    );
  });

  test('is transitive', () => {
    fc.assert(
      fc.property(name, name, name, (...names) => {
        const [a = '', b = '', c = ''] = names.toSorted(compareNaturally);
        expect(compareNaturally(a, b)).toBeLessThanOrEqual(0);
        expect(compareNaturally(b, c)).toBeLessThanOrEqual(0);
        expect(compareNaturally(a, c)).toBeLessThanOrEqual(0);
        if (compareNaturally(a, b) === 0) {
          expect(Math.sign(compareNaturally(a, c))).toBe(Math.sign(compareNaturally(b, c)));
        }
      }),
      { numRuns: repetitions({ usually: 200, soaking: 100_000 }) },
    );
  });
});
