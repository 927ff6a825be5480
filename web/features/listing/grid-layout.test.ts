import { expect, test } from 'vitest';
import { gridLayout } from './grid-layout.ts';

const wide = { width: 1_185, gutter: 0, narrow: false, touch: false, tileSize: 1 };
const narrow = { width: 390, gutter: 0, narrow: true, touch: true, tileSize: 1 };

test.each([
  ['mosaic', 184],
  ['mosaic gallery', 280],
] as const)('tiles of a %s are about %i pixels wide and fill the row evenly', (mode, usual) => {
  for (let width = 300; width < 3_000; width += 7) {
    const { columns, entryWidth, margin, gap } = gridLayout(mode, { ...wide, width });
    expect(columns * entryWidth + (columns - 1) * gap + 2 * margin).toBeCloseTo(width);
    if (columns > 1) expect(Math.abs(entryWidth - usual)).toBeLessThan(usual / 2);
  }
});

test('a scroll bar is part of the margin', () => {
  const layout = gridLayout('mosaic', { ...wide, width: 1_170, gutter: 15 });
  expect([layout.margin, layout.endMargin]).toEqual([24, 9]);
  expect(layout.innerWidth).toBe(1_170 - 33);
  expect(gridLayout('mosaic', { ...narrow, gutter: 15 }).endMargin).toBe(4);
});

test('a desktop window has six tiles of a mosaic or four of a gallery in a row, and a phone two', () => {
  expect(gridLayout('mosaic', wide).columns).toBe(6);
  expect(gridLayout('mosaic gallery', wide).columns).toBe(4);
  expect(gridLayout('mosaic', narrow).columns).toBe(2);
  expect(gridLayout('mosaic gallery', narrow).columns).toBe(2);
});

test('a picture has an aspect ratio of 4:3 with its name below', () => {
  const { heights, entryWidth } = gridLayout('mosaic gallery', wide);
  expect((heights.files - 36) / entryWidth).toBeCloseTo(3 / 4, 2);
});

test('tiles of a phone are closer together, and fill the row', () => {
  const { columns, entryWidth, gap, heights, margin, endMargin } = gridLayout(
    'mosaic gallery',
    narrow,
  );
  expect(gap).toBe(8);
  expect(columns * entryWidth + (columns - 1) * gap + margin + endMargin).toBe(390);
  expect((heights.files - 40) / entryWidth).toBeCloseTo(3 / 4, 2);
  expect(gridLayout('mosaic', narrow)).toMatchObject({ gap, columns, entryWidth });
});

test('folders of a gallery are as low as those of a mosaic, unless the name has no room beside the icon', () => {
  expect(gridLayout('mosaic gallery', wide).heights.folders).toBe(84);
  expect(gridLayout('mosaic gallery', narrow).heights.folders).toBe(56);
  const { heights } = gridLayout('mosaic gallery', { ...wide, tileSize: 0.5 });
  expect(heights.folders).toBe(heights.files);
});

test('files of a mosaic have a picture above their facts, which grows with the tiles; folders stay low', () => {
  const { heights, entryWidth } = gridLayout('mosaic', wide);
  expect((heights.files - 60) / entryWidth).toBeCloseTo(2 / 3, 2);
  expect(heights.folders).toBe(84);
  const large = gridLayout('mosaic', { ...wide, tileSize: 2 }).heights;
  expect(large.files).toBeGreaterThan(1.5 * heights.files);
  expect(large.folders).toBe(84);
  const phone = gridLayout('mosaic', narrow);
  expect(phone.heights.folders).toBe(56);
  expect((phone.heights.files - 60) / phone.entryWidth).toBeCloseTo(2 / 3, 2);
});

test('pictures have widths of their own in a gallery of a wide window', () => {
  const ratios = { known: new Map([['a', 1.5]]) };
  expect(gridLayout('mosaic gallery', wide, ratios).ratios).toBe(ratios);
  expect(gridLayout('mosaic', wide, ratios).ratios).toBeUndefined();
  expect(gridLayout('mosaic gallery', narrow, ratios).ratios).toBeUndefined();
});

test('narrow windows have one to three tiles in a row; folders of narrow tiles have their name below', () => {
  const columns = (mode: 'mosaic' | 'mosaic gallery', tileSize: number) =>
    gridLayout(mode, { ...narrow, tileSize }).columns;
  for (const mode of ['mosaic', 'mosaic gallery'] as const) {
    expect([0.5, 0.75, 1, 2].map((size) => columns(mode, size))).toEqual([3, 3, 2, 1]);
  }
  const { heights } = gridLayout('mosaic', { ...narrow, tileSize: 0.5 });
  expect(heights.folders).toBe(heights.files);
});

test('a list does not change when the window becomes wider', () => {
  expect(gridLayout('list', wide)).toEqual(gridLayout('list', { ...wide, width: 900 }));
});

test('larger tiles are fewer, and those of a mosaic keep room for the name', () => {
  const columns = (mode: 'mosaic' | 'mosaic gallery', tileSize: number) =>
    gridLayout(mode, { ...wide, tileSize }).columns;
  expect([0.5, 1, 2].map((size) => columns('mosaic gallery', size))).toEqual([8, 4, 2]);
  expect([0.5, 0.75, 2].map((size) => columns('mosaic', size))).toEqual([8, 8, 3]);
});
