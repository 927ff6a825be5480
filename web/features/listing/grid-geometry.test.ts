import fc from 'fast-check';
import { expect, test } from 'vitest';
import { geometryOf, type Mode } from './grid.test-tools.ts';

const given = fc.record({
  mode: fc.constantFrom<Mode>('list', 'mosaic', 'mosaic gallery'),
  folders: fc.nat(9),
  files: fc.nat(30),
});

test('a row is found by its height', () => {
  fc.assert(
    fc.property(given, (listing) => {
      const { rows, topOf, rowAt } = geometryOf(listing);
      for (let row = 0; row < rows.count; row += 1) {
        expect(rowAt(topOf(row))).toBe(row);
        expect(rowAt(topOf(row) + 1)).toBe(row);
      }
      if (rows.count > 0) expect(rowAt(1_000_000)).toBe(rows.count - 1);
      expect(rowAt(-10)).toBe(0);
    }),
  );
});
