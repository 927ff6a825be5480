import { join } from 'node:path';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, test } from './support/journey.ts';
import { hills, makeVideo, makePicture, makeSound } from './support/media.ts';
import { isNarrow, logInAt } from './support/pages.ts';
import { clickControl, showControls } from './support/picture-controls.ts';

test('pictures, sound, film and unsupported files', async ({ page, server }, info) => {
  test.setTimeout(180_000);
  const at = (name: string) => join(server.root, 'trip', name);
  await makePicture(at('1 sea.jpg'), { width: 4_000, height: 3_000 });
  await makePicture(at('2 tower.jpg'), { width: 1_200, height: 2_400, hue: 20 });
  server.put({ 'trip/3 drawing.svg': hills(400, 300, 120) });
  await makePicture(at('4 small ground.png'), { width: 300, height: 200, hue: 280 });
  makeSound(at('5 tone.ogg'), 12);
  makeVideo(at('6 film.webm'), 12);
  server.put({ 'trip/6 film.en.srt': '1\n00:00:00,000 --> 00:00:12,000\nHello, film.\n' });
  server.put({ 'trip/7 unknown thing.xyz': '\0\u0001\u0002' });
  server.put({ 'trip/8 broken.png': 'this is no picture' });

  await logInAt(page, '/files/trip/1%20sea.jpg', server.admin);
  await expect(page.getByText('1 of 8', { exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: '1 sea.jpg' })).toHaveAttribute('data-loaded');
  await showControls(page);
  await inspectScreen(page, info, 'preview-picture');
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await page.keyboard.press('r');
  await inspectScreen(page, info, 'preview-picture-turned');

  if (isNarrow(page)) {
    await clickControl(page, page.getByRole('button', { name: 'More actions' }));
    await expect(page.getByRole('menu')).toBeVisible();
    await inspectScreen(page, info, 'preview-menu');
    await page.keyboard.press('Escape');
  }
  for (const name of ['2 tower.jpg', '3 drawing.svg', '4 small ground.png']) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('img', { name })).toHaveAttribute('data-loaded');
    await showControls(page);
    await inspectScreen(page, info, `preview-${name.replace(/\W+/g, '-')}`);
  }
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('5 of 8', { exact: true })).toBeVisible();
  await inspectScreen(page, info, 'preview-sound');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('video')).toBeVisible();
  await expect
    .poll(() => page.locator('video').evaluate((film: HTMLVideoElement) => film.readyState))
    .toBeGreaterThan(1);
  await showControls(page);
  await inspectScreen(page, info, 'preview-film');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('7 of 8', { exact: true })).toBeVisible();
  await inspectScreen(page, info, 'preview-unknown');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('This image can’t be displayed.')).toBeVisible();
  await inspectScreen(page, info, 'preview-broken');
});
