import { expect, test } from 'vitest';
import { listingEntries } from '../../state/listing-entries.ts';
import { listingRows } from '../../state/listing-rows.ts';
import { aFolder, anEntry } from '../../testing/fake-server.ts';
import { gridGeometry } from './grid-geometry.ts';
import { gridLayout } from './grid-layout.ts';
import { scrollAnchorOf, offsetInView, offsetOf } from './scroll-anchor.ts';

const items = Array.from({ length: 1_000 }, (_, n) => anEntry(`/${n}`, { isDir: n < 10 }));
const entries = listingEntries(aFolder('/', items), { by: 'name', asc: false });

function shownAs(mode: 'list' | 'mosaic' | 'mosaic gallery', width = 1_200) {
  const layout = gridLayout(mode, { width, gutter: 0, narrow: false, touch: false, tileSize: 1 });
  return gridGeometry(listingRows(entries, layout.columns), layout);
}

test('the active entry marks the scroll position while it is in view', () => {
  const list = shownAs('list');
  const seen = { top: list.topOf(list.rows.rowOf(500)) - 100, height: 700 };

  expect(scrollAnchorOf(list, seen, 500)).toEqual({ index: 500, below: 100 });
  expect(scrollAnchorOf(list, { ...seen, top: seen.top + 101 }, 500).index).toBe(501);
});

test('the same view is restored to the pixel', () => {
  for (const mode of ['list', 'mosaic', 'mosaic gallery'] as const) {
    const geometry = shownAs(mode);
    for (const top of [0, 7, 333, 4_321]) {
      expect(offsetOf(geometry, scrollAnchorOf(geometry, { top, height: 800 }, 999))).toBe(top);
    }
  }
});

test('another view shows the same entry fully', () => {
  const [list, gallery] = [shownAs('list'), shownAs('mosaic gallery')];
  const height = 800;
  for (const below of [-20, 0, 300, 760]) {
    const top = offsetInView(gallery, { index: 500, below }, height);
    const inView = gallery.topOf(gallery.rows.rowOf(500)) - top;
    expect(inView).toBeGreaterThanOrEqual(0);
    expect(inView + gallery.layout.heights.files).toBeLessThanOrEqual(height);
  }
  expect(offsetInView(list, { index: 0, below: 0 }, height)).toBe(0);
});
