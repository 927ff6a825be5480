import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listingEntries } from '../../state/listing-entries.ts';
import { listingRows } from '../../state/listing-rows.ts';
import { aFolder, anEntry } from '../../testing/fake-server.ts';
import { gridGeometry } from './grid-geometry.ts';
import { gridLayout } from './grid-layout.ts';

type Mode = 'list' | 'mosaic' | 'mosaic gallery';

function geometryOf({ mode, folders, files }: { mode: Mode; folders: number; files: number }) {
  const layout = gridLayout(mode, {
    width: 920,
    gutter: 0,
    narrow: false,
    touch: false,
    tileSize: 1,
  });
  const items = [
    ...Array.from({ length: folders }, (_, n) => anEntry(`/folder ${n}`, { isDir: true })),
    ...Array.from({ length: files }, (_, n) => anEntry(`/file ${n}`)),
  ];
  const entries = listingEntries(aFolder('/', items), { by: 'name', asc: false });
  return gridGeometry(listingRows(entries, layout.columns), layout);
}

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
