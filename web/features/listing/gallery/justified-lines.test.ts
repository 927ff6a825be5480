import fc from 'fast-check';
import { expect, test } from 'vitest';
import { justifiedLines, type LineMeasures } from './justified-lines.ts';

const measures: LineMeasures = { width: 1_137, height: 206, gap: 12 };

const widthOf = (widths: readonly number[]) =>
  widths.reduce((sum, width) => sum + width, 0) + measures.gap * (widths.length - 1);

const someRatios = fc.array(fc.double({ min: 0.05, max: 20, noNaN: true }), { maxLength: 80 });

test('each picture stands in one line, and all lines but the last are full', () => {
  fc.assert(
    fc.property(someRatios, (ratios) => {
      const lines = justifiedLines(ratios, measures);
      expect(lines.map(({ first }) => first)).toEqual(
        lines.map((_, n) => lines.slice(0, n).reduce((sum, { widths }) => sum + widths.length, 0)),
      );
      expect(lines.reduce((sum, { widths }) => sum + widths.length, 0)).toBe(ratios.length);
      for (const { widths } of lines.slice(0, -1)) {
        expect(widthOf(widths)).toBeCloseTo(measures.width, 6);
      }
      expect(widthOf(lines.at(-1)?.widths ?? [])).toBeLessThan(measures.width + 0.001);
    }),
  );
});

test('pictures lose little of their shape', () => {
  const usual = fc.array(fc.constantFrom(0.67, 0.75, 1, 1.33, 1.5, 1.78), { maxLength: 80 });
  fc.assert(
    fc.property(usual, (ratios) => {
      for (const { first, widths } of justifiedLines(ratios, measures)) {
        const change = (widths[0] ?? 0) / (measures.height * (ratios[first] ?? 1));
        expect(change).toBeGreaterThan(0.8);
        expect(change).toBeLessThan(1.25);
      }
    }),
  );
});

test('a last line keeps the shapes of its pictures', () => {
  const [line] = justifiedLines([1.5, 1], measures);
  expect(line?.widths).toEqual([309, 206]);
  expect(line?.middles[1]).toBeCloseTo((309 + 12 + 103) / 1_137, 6);
});

test('ratios that become known later do not move the lines before', () => {
  fc.assert(
    fc.property(someRatios, fc.nat(80), (ratios, known) => {
      const before = justifiedLines(
        ratios.map((ratio, index) => (index < known ? ratio : 4 / 3)),
        measures,
      );
      const after = justifiedLines(ratios, measures);
      const settled = after.filter(({ first, widths }) => first + widths.length < known);
      expect(before.slice(0, settled.length)).toEqual(settled);
    }),
  );
});

test('a window without room, and no pictures, do no harm', () => {
  expect(justifiedLines([], measures)).toEqual([]);
  const lines = justifiedLines([1, 1, 1], { width: 0, height: 0, gap: 12 });
  expect(lines.reduce((sum, { widths }) => sum + widths.length, 0)).toBe(3);
  for (const { widths, middles } of lines) {
    for (const value of [...widths, ...middles]) expect(Number.isFinite(value)).toBe(true);
  }
});
