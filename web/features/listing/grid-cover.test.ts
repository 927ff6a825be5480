import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Box, coverOf, forEachCovered } from './grid-cover.ts';
import { geometryOf, type Mode } from './grid.test-tools.ts';

type Geometry = ReturnType<typeof geometryOf>;

function covered(geometry: Geometry, box: Box): number[] {
  const found: number[] = [];
  const cover = coverOf(geometry, box);
  if (cover) forEachCovered(geometry.rows, geometry.layout, cover, (index) => found.push(index));
  return found;
}

/** Checks the position of each entry individually. */
function touched({ rows, layout, topOf, heightOf }: Geometry, entries: number, box: Box): number[] {
  return Array.from({ length: entries }, (_, index) => index).filter((index) => {
    const top = topOf(rows.rowOf(index));
    const { start, width } = sidesOf({ rows, layout }, index);
    const aside = layout.mode === 'list';
    return (
      top < box.bottom &&
      top + heightOf(rows.rowOf(index)) - layout.gap > box.top &&
      (aside || (start < box.end && start + width > box.start))
    );
  });
}

function sidesOf({ rows, layout }: Pick<Geometry, 'rows' | 'layout'>, index: number) {
  const row = rows.at(rows.rowOf(index));
  const column = row.kind === 'entries' ? index - row.first : 0;
  const widths = row.kind === 'entries' ? row.widths : undefined;
  const before =
    widths?.slice(0, column) ?? Array.from({ length: column }, () => layout.entryWidth);
  return {
    start: before.reduce((sum, width) => sum + width + layout.gap, layout.margin),
    width: widths?.[column] ?? layout.entryWidth,
  };
}

const given = fc.record({
  mode: fc.constantFrom<Mode>('list', 'mosaic', 'mosaic gallery'),
  folders: fc.nat(9),
  files: fc.nat(30),
  ratios: fc.option(fc.array(fc.double({ min: 0.2, max: 5, noNaN: true })), { nil: undefined }),
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

test('gaps between tiles are empty space', () => {
  const geometry = geometryOf({ mode: 'mosaic', folders: 0, files: 6 });
  const { margin, entryWidth, gap } = geometry.layout;
  const between = { start: margin + entryWidth + 1, end: margin + entryWidth + gap - 1 };

  expect(covered(geometry, { ...between, top: 0, bottom: 500 })).toEqual([]);
});
