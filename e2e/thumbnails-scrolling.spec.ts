import { linkSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { makePicture } from './support/media.ts';
import { rowOf, logInAt } from './support/pages.ts';

const PICTURES = 10_000;

/** Records every request for a preview from now on. */
function watchPreviews(page: Page) {
  const asked: string[] = [];
  const isPreview = (request: Request) => request.url().includes('/api/preview/');
  page.on('request', (request) => {
    if (isPreview(request)) asked.push(request.url());
  });
  return asked;
}

const tilesInView = (page: Page) =>
  page.locator('[data-index]').evaluateAll(
    (tiles) =>
      tiles.filter((tile) => {
        const { top, bottom } = tile.getBoundingClientRect();
        return bottom > 0 && top < window.innerHeight;
      }).length,
  );

test('scrolling through ten thousand pictures loads only those where it stops', async ({
  page,
  server,
}) => {
  const folder = join(server.root, 'Photos');
  mkdirSync(folder);
  await makePicture(join(folder, '00000.jpg'), { width: 1_600, height: 1_200 });
  for (let number = 1; number < PICTURES; number += 1) {
    const name = `${String(number).padStart(5, '0')}.jpg`;
    linkSync(join(folder, '00000.jpg'), join(folder, name));
  }
  await server.prefer({ viewMode: 'mosaic gallery' });
  const asked = watchPreviews(page);
  await logInAt(page, '/files/Photos/', server.admin);
  await expect(rowOf(page, '00000.jpg').locator('img[data-shown]')).toBeVisible();
  const first = await tilesInView(page);
  // Rows rendered ahead of the scrolling request nothing.
  await expect.poll(() => asked.length).toBeGreaterThan(first / 2);
  expect(asked.length).toBeLessThanOrEqual(first);

  const grid = page.getByRole('grid');
  const before = asked.length;
  const rowsPassed = await grid.evaluate(async (scroller) => {
    const begin = scroller.scrollTop;
    // Three screens per frame, as when a scroll bar is dragged.
    for (let frame = 0; frame < 150; frame += 1) {
      scroller.scrollBy(0, 2_400);
      await new Promise(requestAnimationFrame);
    }
    return (scroller.scrollTop - begin) / 250;
  });
  expect(rowsPassed).toBeGreaterThan(1_000);
  await expect
    .poll(() => page.locator('[data-index] img[data-shown]').count())
    .toBeGreaterThanOrEqual(first / 2);
  await page.waitForTimeout(500);

  // A busy machine may pause for as long as a user who looks.
  expect(asked.length - before).toBeLessThanOrEqual(3 * (await tilesInView(page)));
  expect(new Set(asked).size).toBe(asked.length);
});
