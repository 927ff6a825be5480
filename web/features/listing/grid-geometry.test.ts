import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listingEntries } from '../../state/listing-entries.ts';
import { listingRows } from '../../state/listing-rows.ts';
import { aFolder, anEntry } from '../../testing/fake-server.ts';
import { type Box, forEachCovered, gridGeometry } from './grid-geometry.ts';
import { gridLayout } from './grid-layout.ts';

type Mode = 'list' | 'mosaic' | 'mosaic gallery';

function geometryOf({ mode, folders, files }: { mode: Mode; folders: number; files: number }) {
  const layout = gridLayout(mode, { width: 920, narrow: false, touch: false, tileSize: 1 });
  const items = [
    ...Array.from({ length: folders }, (_, n) => anEntry(`/folder ${n}`, { isDir: true })),
    ...Array.from({ length: files }, (_, n) => anEntry(`/file ${n}`)),
  ];
  const entries = listingEntries(aFolder('/', items), { by: 'name', asc: false });
  return gridGeometry(listingRows(entries, layout.columns), layout);
}

type Geometry = ReturnType<typeof geometryOf>;

function covered(geometry: Geometry, box: Box): number[] {
  const found: number[] = [];
  const cover = geometry.coverOf(box);
  if (cover) forEachCovered(geometry.rows, cover, (index) => found.push(index));
  return found;
}

/** Checks the position of each entry individually. */
function touched({ rows, layout, topOf }: Geometry, entries: number, box: Box): number[] {
  return Array.from({ length: entries }, (_, index) => index).filter((index) => {
    const top = topOf(rows.rowOf(index));
    const start = layout.margin + rows.columnOf(index) * (layout.entryWidth + layout.gap);
    const aside = layout.mode === 'list';
    return (
      top < box.bottom &&
      top + layout.entry > box.top &&
      (aside || (start < box.end && start + layout.entryWidth > box.start))
    );
  });
}

const given = fc.record({
  mode: fc.constantFrom<Mode>('list', 'mosaic', 'mosaic gallery'),
  folders: fc.nat(9),
  files: fc.nat(30),
});

/** Keeps the edges of boxes off those of entries, which are fractions of pixels: where both are equal, rounding decides. */
const BETWEEN_PIXELS = 0.123_456_7;

test('a box covers exactly the entries it touches', () => {
  const box = fc
    .tuple(fc.nat(920), fc.nat(920), fc.nat(1_800), fc.nat(1_800))
    .map(([x, y, top, bottom]) => ({
      start: Math.min(x, y) + BETWEEN_PIXELS,
      end: Math.max(x, y) + 1 + BETWEEN_PIXELS,
      top: Math.min(top, bottom),
      bottom: Math.max(top, bottom) + 1,
    }));
  fc.assert(
    fc.property(given, box, (listing, drawn) => {
      const geometry = geometryOf(listing);
      const entries = listing.folders + listing.files;
      expect(covered(geometry, drawn)).toEqual(touched(geometry, entries, drawn));
    }),
  );
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

test('gaps between tiles are empty space', () => {
  const geometry = geometryOf({ mode: 'mosaic', folders: 0, files: 6 });
  const { margin, entryWidth, gap } = geometry.layout;
  const between = { start: margin + entryWidth + 1, end: margin + entryWidth + gap - 1 };

  expect(covered(geometry, { ...between, top: 0, bottom: 500 })).toEqual([]);
});
