import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { refusal } from './support/browser-errors.ts';
import type { TestServer } from './support/test-server.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, test } from './support/journey.ts';
import { hills, makeVideo, makePicture } from './support/media.ts';
import { makePdf } from './support/make-pdf.ts';
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

test('in a gallery, folders show their pictures, and texts their first lines', async ({
  page,
  server,
  browserErrors,
}, info) => {
  // One of the four pictures of the folder is broken.
  browserErrors.expect(refusal(415));
  await fill(server);
  for (const [folder, names] of Object.entries({ One: 1, Two: 2, Three: 3 })) {
    for (let number = 0; number < names; number += 1) {
      const at = join(server.root, folder, `${number}.jpg`);
      await makePicture(at, { width: 640, height: 480, hue: 60 * number + 10 * folder.length });
    }
  }
  server.put({
    'Empty/': '',
    'Texts/a.txt': 'x',
    'poem.txt': 'The first line\nand the second one\n',
    'binary.txt': 'text\0and more',
    'empty.txt': '',
    'broken.pdf': '%PDF-1.4 broken',
  });
  writeFileSync(join(server.root, 'paper.pdf'), makePdf(3));
  await server.prefer({ viewMode: 'mosaic gallery' });
  await logInAt(page, '/files/', server.admin);
  const pictures = (name: string) => rowOf(page, name).locator('[data-shown] :is(img, image)');
  for (const [name, count] of Object.entries({ One: 1, Two: 2, Three: 2, Photos: 2 })) {
    await rowOf(page, name).scrollIntoViewIfNeeded();
    await expect(pictures(name)).toHaveCount(count);
  }
  await expect(pictures('Empty')).toHaveCount(0);
  await expect(pictures('Texts')).toHaveCount(0);
  await rowOf(page, 'poem.txt').scrollIntoViewIfNeeded();
  await expect(rowOf(page, 'poem.txt').locator('pre')).toContainText('and the second one');
  await expect(rowOf(page, 'binary.txt').locator('pre')).toHaveText('');
  await expect(rowOf(page, 'empty.txt').locator('pre')).toHaveCount(0);
  await rowOf(page, 'paper.pdf').scrollIntoViewIfNeeded();
  await expect(pictures('paper.pdf')).toHaveCount(1);
  await expect(pictures('broken.pdf')).toHaveCount(0);
  await inspectScreen(page, info, 'gallery-of-documents');
  await rowOf(page, 'One').scrollIntoViewIfNeeded();
  await inspectScreen(page, info, 'gallery-of-folders');

  await server.prefer({ viewMode: 'mosaic' });
  await page.reload();
  await rowOf(page, 'Two').scrollIntoViewIfNeeded();
  await expect(pictures('Two')).toHaveCount(2);
});
