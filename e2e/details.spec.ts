import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { createShare } from './support/create-share.ts';
import { expect, test } from './support/journey.ts';
import { hills } from './support/media.ts';
import { logInAt, rowOf } from './support/pages.ts';

const EXIF = {
  IFD0: { Make: 'FUJIFILM', Model: 'X-T5' },
  IFD2: { DateTimeOriginal: '2025:07:12 08:20:11', ExposureTime: '1/250', FNumber: '28/10' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '46/1 24/1 3600/100',
    GPSLongitudeRef: 'E',
    GPSLongitude: '11/1 30/1 0/1',
  },
};

test('the details follow the selection: picture, camera, share links, activity and checksums', async ({
  page,
  server,
}) => {
  const photo = await sharp(Buffer.from(hills(300, 200, 200)))
    .jpeg()
    .withExif(EXIF)
    .toBuffer();
  server.put({ 'notes.txt': 'The beginning of the notes.' });
  writeFileSync(join(server.root, 'sea.jpg'), photo);
  const hash = await createShare(server, server.admin, '/sea.jpg');
  await logInAt(page, '/files/', server.admin);

  await rowOf(page, 'sea.jpg').click();
  await page.keyboard.press('Alt+Enter');
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('heading', { name: 'sea.jpg' })).toBeVisible();
  await expect(details.getByText('300 × 200 pixels')).toBeVisible();
  await expect(details.getByText('FUJIFILM X-T5')).toBeVisible();
  await expect(details.getByText('46.41° N, 11.5° E')).toBeVisible();
  await expect(details.getByText(hash)).toBeVisible();
  await expect(details.getByText(/admin.* shared .*sea.*\.jpg/)).toBeVisible();
  await expect
    .poll(() => details.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);

  await page.keyboard.press('ArrowUp');
  await expect(details.getByText('The beginning of the notes.')).toBeVisible();
  await expect(details.getByText('FUJIFILM X-T5')).toBeHidden();

  // Remembered for the next visit, and closed by the same keys.
  await page.reload();
  await expect(details).toBeVisible();
  await rowOf(page, 'notes.txt').click();
  await page.keyboard.press('Alt+Enter');
  await expect(details).toBeHidden();
  await expect(rowOf(page, 'notes.txt')).toBeFocused();
});
