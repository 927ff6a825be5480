import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { refusal } from './support/browser-errors.ts';
import type { TestServer } from './support/test-server.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, test } from './support/journey.ts';
import { hills, makeVideo, makePicture } from './support/media.ts';
import { rowOf, logInAt } from './support/pages.ts';

/** Entries with a picture, in their order. */
const SHOWN = [
  'drawing.svg',
  'film.webm',
  'link.jpg, symlink',
  'panorama.jpg',
  'portrait.jpg',
  'sea.jpg',
  'small.gif',
  'sunset.webp',
  'through.png',
];

async function fill(server: TestServer): Promise<void> {
  const at = (name: string) => join(server.root, 'Photos', name);
  await makePicture(at('sea.jpg'), { width: 1_600, height: 1_200, hue: 200 });
  await makePicture(at('panorama.jpg'), { width: 3_000, height: 800, hue: 120 });
  await makePicture(at('portrait.jpg'), { width: 800, height: 1_200, hue: 280 });
  await makePicture(at('small.gif'), { width: 120, height: 90, hue: 20 });
  await makePicture(at('sunset.webp'), { width: 1_200, height: 800, hue: 340 });
  await makePicture(at('through.png'), { width: 600, height: 600, hue: 80 });
  writeFileSync(at('drawing.svg'), hills(400, 300, 180));
  makeVideo(at('film.webm'), 2);
  symlinkSync('sea.jpg', at('link.jpg'));
  server.put({ 'Photos/broken.jpg': 'no picture', 'Photos/notes.txt': 'hello' });
}

/** Returns the picture of a tile, if it is loaded. */
function pictureOf(page: Page, name: string): Locator {
  return rowOf(page, name).locator('img[data-shown]');
}

const aspectOf = (picture: Locator) =>
  picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0 && image.clientWidth > 0);

for (const view of ['mosaic', 'mosaic gallery']) {
  test(`in ${view}, pictures and films show a thumbnail, and broken ones keep their icon`, async ({
    page,
    server,
    browserErrors,
  }, info) => {
    browserErrors.expect(refusal(415));
    await fill(server);
    await server.prefer({ viewMode: view });
    await logInAt(page, '/files/Photos/', server.admin);

    for (const name of SHOWN) {
      await rowOf(page, name).scrollIntoViewIfNeeded();
      await expect(pictureOf(page, name)).toBeVisible();
      expect(await aspectOf(pictureOf(page, name))).toBe(true);
    }
    await rowOf(page, 'broken.jpg').scrollIntoViewIfNeeded();
    await expect(rowOf(page, 'broken.jpg').locator('svg[data-kind="image"]')).toBeVisible();
    await expect(rowOf(page, 'broken.jpg').locator('img')).toHaveCount(0);
    await expect(rowOf(page, 'notes.txt').locator('img')).toHaveCount(0);

    await rowOf(page, 'sea.jpg').click({ modifiers: ['ControlOrMeta'] });
    await inspectScreen(page, info, `thumbnails-${view.replace(' ', '-')}`);
  });
}
