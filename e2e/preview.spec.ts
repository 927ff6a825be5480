import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { holdRequests } from './support/hold-requests.ts';
import { boxOf } from './support/box-of.ts';
import { NO_ANSWER } from './support/browser-errors.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, ownServerTest, test } from './support/journey.ts';
import {
  hills,
  makeVideo,
  makeLargePhotograph,
  makePicture,
  makeSong,
  makeSound,
} from './support/media.ts';
import { expectFolder, openEntry, rowOf, logInAt } from './support/pages.ts';
import { swipe } from './support/swipe.ts';
import { clickControl } from './support/picture-controls.ts';

const picture = (page: Page, name: string) => page.getByRole('img', { name, exact: true });

async function expectShown(page: Page, name: string): Promise<void> {
  await expect(picture(page, name)).toHaveAttribute('data-loaded');
}

const position = (page: Page, text: string) => page.getByText(text, { exact: true });

/** Creates three pictures among other files in a folder. Returns its path. */
async function putTrip(root: string, names = ['a.png', 'b.png', 'c.png']): Promise<void> {
  for (const [number, name] of names.entries()) {
    await makePicture(join(root, 'trip', name), { width: 600, height: 400, hue: number * 60 });
  }
}

test('the small picture of a tile grows, and is shown until the larger one is loaded', async ({
  page,
  server,
}) => {
  await makeLargePhotograph(join(server.root, 'trip', 'a.jpg'), { width: 2_400, height: 1_600 });
  await logInAt(page, '/files/trip/', server.admin);
  await expect(rowOf(page, 'a.jpg').locator('img[data-shown]')).toBeVisible();
  const release = await holdRequests(page, '**/api/preview/big/**');
  await openEntry(page, 'a.jpg');
  // A square: the middle of the picture.
  const small = page.locator('img[alt="a.jpg"] ~ img[data-ready]');
  await expect.poll(async () => Math.round((await boxOf(small)).height)).toBeGreaterThan(400);
  await small.evaluate((image) => Promise.all(image.getAnimations().map((one) => one.finished)));
  const { width, height } = await boxOf(small);
  expect(width).toBeCloseTo(height, 0);
  release();
  await expectShown(page, 'a.jpg');
  await expect(small).toHaveCount(0);
  const large = await boxOf(picture(page, 'a.jpg'));
  expect(large.height).toBeCloseTo(height, 0);
  expect(large.width / large.height).toBeCloseTo(1.5, 1);
});

test('a closed picture shrinks into its tile', async ({ page, server }) => {
  await makeLargePhotograph(join(server.root, 'trip', 'a.jpg'), { width: 1_200, height: 800 });
  await logInAt(page, '/files/trip/', server.admin);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // The animation is too short to be looked at from here: its steps are kept as they begin.
  await page.evaluate(() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function keep(...values) {
      document.documentElement.dataset['steps'] = JSON.stringify(values[0]);
      return animate.apply(this, values);
    };
  });
  const small = rowOf(page, 'a.jpg').locator('img[data-shown]');
  // On a slow machine, the tile may appear too late.
  await expect(async () => {
    await expect(small).toBeVisible();
    await openEntry(page, 'a.jpg');
    await expectShown(page, 'a.jpg');
    const large = await boxOf(picture(page, 'a.jpg'));
    await page.keyboard.press('Escape');
    await expect(rowOf(page, 'a.jpg')).toBeFocused();
    await expect(page.locator('[data-part="shrinking-picture"]')).toHaveCount(0);
    const steps = await page.locator('html[data-steps]').getAttribute('data-steps');
    const [from, to] = JSON.parse(steps ?? '[]') as { transform?: string }[];
    expect(from?.transform).toBe('none');
    const [x = 0, y = 0, scale = 0] = (to?.transform?.match(/-?[\d.]+/g) ?? []).map(Number);
    const tile = await boxOf(small);
    expect(large.x + large.width / 2 + x).toBeCloseTo(tile.x + tile.width / 2, 0);
    expect(large.y + large.height / 2 + y).toBeCloseTo(tile.y + tile.height / 2, 0);
    expect(large.height * scale).toBeCloseTo(tile.height, 0);
  }).toPass();
});

test('pictures of a folder are browsed by keyboard, and Escape leads back to the last one', async ({
  page,
  server,
}) => {
  await putTrip(server.root);
  server.put({ 'trip/album/': '', 'trip/notes.txt': 'n' });
  await logInAt(page, '/files/trip/', server.admin);
  await openEntry(page, 'a.png');
  await expectShown(page, 'a.png');
  await expect(position(page, '1 of 3')).toBeVisible();
  await expect(page).toHaveTitle('a.png – File Browser');
  await expect(page.getByRole('banner')).toBeHidden();

  await page.keyboard.press('ArrowRight');
  await expectShown(page, 'b.png');
  await page.keyboard.press('ArrowRight');
  await expectShown(page, 'c.png');
  await page.keyboard.press('ArrowLeft');
  await expectShown(page, 'b.png');
  await expect(page).toHaveTitle('b.png – File Browser');

  await page.keyboard.press('Escape');
  await expectFolder(page, 'trip');
  await expect(rowOf(page, 'b.png')).toBeFocused();
  await expect(rowOf(page, 'b.png')).toHaveAttribute('aria-selected', 'true');
  // Files in between are not history entries.
  await page.goForward();
  await expectShown(page, 'b.png');
  await page.goBack();
  await expectFolder(page, 'trip');
});

test('in a long folder, closing a picture restores the position, with the last picture in view', async ({
  page,
  server,
}) => {
  const names = Array.from(
    { length: 200 },
    (_, number) => `${String(number).padStart(3, '0')}.svg`,
  );
  server.put(Object.fromEntries(names.map((name) => [`trip/${name}`, hills(90, 60, 10)])));
  await logInAt(page, '/files/trip/', server.admin);
  await expect(rowOf(page, '000.svg')).toBeVisible();
  await page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, 4_000));
  await openEntry(page, '105.svg');
  await expect(position(page, '106 of 200')).toBeVisible();
  for (let turn = 0; turn < 60; turn += 1) await page.keyboard.press('ArrowRight');
  await expect(position(page, '166 of 200')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, '165.svg')).toBeFocused();
  await expect(rowOf(page, '165.svg')).toBeInViewport({ ratio: 1 });
});

test('closing a picture opened by its address leads to a listing that shows it', async ({
  page,
  server,
}) => {
  const names = Array.from({ length: 200 }, (_, number) => `${1_000 + number}.svg`);
  server.put(Object.fromEntries(names.map((name) => [`trip/${name}`, hills(90, 60, 10)])));
  await logInAt(page, '/files/trip/1135.svg', server.admin);
  await expect(position(page, '136 of 200')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, '1135.svg')).toBeFocused();
  await expect(rowOf(page, '1135.svg')).toBeInViewport({ ratio: 1 });
});

test('deleting, renaming and moving in the preview lead on', async ({ page, server }) => {
  await putTrip(server.root);
  server.put({ 'trip/album/': '' });
  await logInAt(page, '/files/trip/a.png', server.admin);
  await expectShown(page, 'a.png');
  await expect(position(page, '1 of 3')).toBeVisible();

  await page.keyboard.press('F2');
  await page.getByRole('dialog').getByLabel('Name').fill('aa.png');
  await page.keyboard.press('Enter');
  await expectShown(page, 'aa.png');
  await expect(page).toHaveURL(/aa\.png$/);
  await expect(position(page, '1 of 3')).toBeVisible();

  await clickControl(page, page.getByRole('button', { name: 'Move to trash' }));
  await expectShown(page, 'b.png');
  await expect(position(page, '1 of 2')).toBeVisible();
  await expect.poll(() => server.isOnDisk('trip/aa.png')).toBe(false);

  await clickControl(page, page.getByRole('button', { name: 'Move to…' }));
  const dialog = page.getByRole('dialog', { name: /^Move/ });
  await dialog.getByRole('treeitem', { name: 'album' }).click();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  // The page follows the moved file.
  await expectFolder(page, 'album');
  await expect(rowOf(page, 'b.png')).toBeVisible();

  await page.goto('/files/trip/c.png');
  await expect(position(page, '1 of 1')).toBeHidden();
  await expectShown(page, 'c.png');
  await page.keyboard.press('Delete');
  await expectFolder(page, 'trip');
});

test('a photograph is zoomed by wheel and keys, dragged, rotated, and shown in full size', async ({
  page,
  server,
}) => {
  await makePicture(join(server.root, 'sea.png'), { width: 4_000, height: 3_000 });
  await logInAt(page, '/files/sea.png', server.admin);
  await expectShown(page, 'sea.png');
  const sea = picture(page, 'sea.png');
  const fitting = await boxOf(sea);
  // Below the bar, with a distance from it and from the edge of the window.
  expect(fitting.y).toBeCloseTo(64, 0);
  expect(fitting.height).toBeCloseTo(812, 0);

  await page.mouse.move(1_000, 300);
  const before = { x: (1_000 - fitting.x) / fitting.width, y: (300 - fitting.y) / fitting.height };
  await page.mouse.wheel(0, -600);
  await expect.poll(async () => (await boxOf(sea)).width).toBeGreaterThan(fitting.width * 2);
  const near = await boxOf(sea);
  // The point below the pointer stays there.
  expect((1_000 - near.x) / near.width).toBeCloseTo(before.x, 2);
  expect((300 - near.y) / near.height).toBeCloseTo(before.y, 2);

  await page.mouse.down();
  await page.mouse.move(900, 340, { steps: 3 });
  await page.mouse.up();
  const dragged = await boxOf(sea);
  expect(dragged.x - near.x).toBeCloseTo(-100, 0);
  expect(dragged.y - near.y).toBeCloseTo(40, 0);

  await page.keyboard.press('1');
  await expect(page.getByRole('button', { name: '100%, fit to window' })).toBeVisible();
  expect((await boxOf(sea)).width).toBeCloseTo(4_000, 0);
  await page.keyboard.press('ArrowRight');
  await expectShown(page, 'sea.png');
  await page.keyboard.press('Escape');
  expect((await boxOf(sea)).width).toBeCloseTo(fitting.width, 0);
  await page.keyboard.press('r');
  const turned = await boxOf(sea);
  expect(turned.width).toBeLessThan(turned.height);
  await page.keyboard.press('Escape');
  await expectFolder(page, 'My files');
});

test('a large photograph is first shown as a preview, and in full on request or when zoomed', async ({
  page,
  server,
}) => {
  for (const name of ['1.jpg', '2.jpg']) {
    await makeLargePhotograph(join(server.root, name), { width: 3_000, height: 2_500 });
  }
  await logInAt(page, '/files/1.jpg', server.admin);
  const sand = picture(page, '1.jpg');
  await expect(sand).toHaveAttribute('src', /^\/api\/preview\/big\//);
  await expectShown(page, '1.jpg');
  const before = await boxOf(sand);
  // The scale refers to the stored picture.
  await expect(page.getByRole('button', { name: '32%, zoom to 100%' })).toBeVisible();
  const full = page.getByRole('button', { name: 'Load full size' });
  await clickControl(page, full);
  await expect(sand).toHaveAttribute('src', /^\/api\/raw\//);
  await expect(full).toBeHidden();
  expect(await boxOf(sand)).toEqual(before);

  await page.keyboard.press('ArrowRight');
  await expect(picture(page, '2.jpg')).toHaveAttribute('src', /^\/api\/preview\/big\//);
  await expectShown(page, '2.jpg');
  await page.keyboard.press('1');
  await expect(picture(page, '2.jpg')).toHaveAttribute('src', /^\/api\/raw\//);
  expect((await boxOf(picture(page, '2.jpg'))).width).toBeCloseTo(3_000, 0);
});

test('the key for the original size counts although the size is not yet known', async ({
  page,
  server,
}) => {
  for (const name of ['1.jpg', '2.jpg']) {
    await makeLargePhotograph(join(server.root, name), { width: 3_000, height: 2_500 });
  }
  await logInAt(page, '/files/1.jpg', server.admin);
  await expectShown(page, '1.jpg');
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/resources/2.jpg*', async (route) => {
    await answered;
    await route.continue();
  });
  await page.keyboard.press('ArrowRight');
  await expectShown(page, '2.jpg');
  await page.keyboard.press('1');
  answer();
  await expect(picture(page, '2.jpg')).toHaveAttribute('src', /^\/api\/raw\//);
  expect((await boxOf(picture(page, '2.jpg'))).width).toBeCloseTo(3_000, 0);
});

test('a swipe shows the next picture, and two taps zoom', async ({ browser, server }) => {
  await putTrip(server.root);
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const page = await context.newPage();
  await logInAt(page, '/files/trip/a.png', server.admin);
  await expectShown(page, 'a.png');
  await expect(position(page, '1 of 3')).toBeVisible();
  await swipe(page, -160);
  await expectShown(page, 'b.png');
  await swipe(page, 160);
  await expectShown(page, 'a.png');

  const fitting = await boxOf(picture(page, 'a.png'));
  await page.touchscreen.tap(200, 420);
  await page.touchscreen.tap(200, 420);
  await expect
    .poll(async () => (await boxOf(picture(page, 'a.png'))).width)
    .toBeGreaterThan(fitting.width);
  // A zoomed picture is moved instead.
  await swipe(page, -120);
  await expectShown(page, 'a.png');
  await context.close();
});

test('the bar hides while a picture is viewed, but not while it has the focus', async ({
  page,
  server,
}) => {
  await putTrip(server.root);
  await logInAt(page, '/files/trip/a.png', server.admin);
  await expectShown(page, 'a.png');
  const resting = page.locator('[data-resting]');
  await page.mouse.move(600, 500);
  await expect(resting).toBeHidden();
  await expect(resting).toBeVisible({ timeout: 8_000 });
  await page.mouse.move(650, 500);
  await expect(resting).toBeHidden();

  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.waitForTimeout(4_000);
  await expect(resting).toBeHidden();
});

const state = (media: Locator) =>
  media.evaluate((element: HTMLMediaElement) => ({
    paused: element.paused,
    seconds: element.currentTime,
    volume: element.volume,
    seekable: element.seekable.length > 0 ? element.seekable.end(0) : 0,
  }));

test('a film plays with its subtitles, resumes at the last position, and stops when closed', async ({
  page,
  server,
}) => {
  makeVideo(join(server.root, 'film.webm'), 30);
  makeSound(join(server.root, 'tone.ogg'), 8);
  server.put({
    'film.de.srt': '1\n00:00:00,000 --> 00:00:30,000\nGrüße\n',
    'film.en.srt': '1\n00:00:00,000 --> 00:00:30,000\nGreetings\n',
  });
  await logInAt(page, '/files/film.webm', server.admin);
  const film = page.locator('video');
  await expect.poll(async () => (await state(film)).seekable).toBeGreaterThan(29);
  const tracks = await film.evaluate(({ textTracks }: HTMLVideoElement) =>
    [...textTracks].map(({ label, language, mode }) => `${label} ${language} ${mode}`),
  );
  expect(tracks).toEqual(['German de disabled', 'English en showing']);
  await page.keyboard.press('Space');
  await expect.poll(async () => (await state(film)).paused).toBe(false);
  await expect
    .poll(() =>
      film.evaluate(({ textTracks }: HTMLVideoElement) => {
        const [cue] = textTracks[1]?.activeCues ?? [];
        return cue instanceof VTTCue ? cue.text : '';
      }),
    )
    .toBe('Greetings');
  await page.keyboard.press('Space');
  await expect.poll(async () => (await state(film)).paused).toBe(true);
  await film.evaluate((element: HTMLVideoElement) => {
    element.currentTime = 17;
    element.volume = 0.25;
  });
  await expect.poll(async () => (await state(film)).seconds).toBe(17);

  await page.keyboard.press('Escape');
  await expectFolder(page, 'My files');
  await openEntry(page, 'film.webm');
  await expect.poll(async () => (await state(film)).seconds).toBe(17);
  await page.keyboard.press('ArrowRight');
  const tone = page.locator('audio');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  expect((await state(tone)).volume).toBe(0.25);
  await page.reload();
  await expect.poll(async () => (await state(tone)).volume).toBe(0.25);
});

test('a song shows its title, artist and cover, and obeys keys and the queue', async ({
  page,
  server,
}) => {
  const cover = join(server.scratch, 'cover.png');
  await makePicture(cover, { width: 60, height: 60 });
  makeSong(join(server.root, '1 "sea" #1?.mp3'), 40, { title: 'Sea', artist: 'Ines', cover });
  makeSong(join(server.root, '2.mp3'), 40, { title: 'Hill', artist: 'Ines', cover });
  server.put({ 'notes.txt': 'n' });
  await logInAt(page, '/files/1%20%22sea%22%20%231%3F.mp3', server.admin);
  const audio = page.locator('audio');
  await expect(page.getByRole('heading', { name: 'Sea', exact: true })).toBeVisible();
  await expect(page.getByText('Ines', { exact: true })).toBeVisible();
  await expect(page.locator('article img')).toHaveJSProperty('naturalWidth', 60);
  await expect.poll(async () => (await state(audio)).seekable).toBeGreaterThan(39);

  await page.keyboard.press('5');
  await expect.poll(async () => (await state(audio)).seconds).toBeCloseTo(20, 0);
  await page.keyboard.press('j');
  await expect.poll(async () => (await state(audio)).seconds).toBeCloseTo(10, 0);
  await page.keyboard.press('k');
  await expect.poll(async () => (await state(audio)).paused).toBe(false);
  // While it plays, the arrows belong to the player.
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await state(audio)).seconds).toBeGreaterThan(14.9);
  await page.keyboard.press('ArrowDown');
  expect((await state(audio)).volume).toBeCloseTo(0.95, 2);
  await page.keyboard.press('m');
  await expect(page.getByRole('button', { name: 'Unmute' })).toBeVisible();

  await page.keyboard.press('Shift+N');
  await expect(page.getByRole('heading', { name: 'Hill' })).toBeVisible();
  await expect.poll(async () => (await state(audio)).paused).toBe(false);
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Repeat: off' }).click();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sea', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Playback speed' }).click();
  await page.getByRole('menuitemradio', { name: '1.5×' }).click();
  await expect(audio).toHaveJSProperty('playbackRate', 1.5);
  const slider = page.getByRole('slider', { name: 'Position' });
  await slider.focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('heading', { name: 'Hill' })).toBeVisible();
  await page.getByRole('region', { name: 'Queue' }).getByRole('button', { name: /sea/ }).click();
  await expect(page.getByRole('heading', { name: 'Sea', exact: true })).toBeVisible();
});

test('sound files play one after the other on request', async ({ page, server }) => {
  makeSound(join(server.root, '1.ogg'), 1);
  makeSound(join(server.root, '2.ogg'), 1);
  await logInAt(page, '/files/1.ogg', server.admin);
  const audio = page.locator('audio');
  const automatic = page.getByRole('button', { name: 'Autoplay' });
  await expect(automatic).toHaveAttribute('aria-pressed', 'false');
  expect((await state(audio)).paused).toBe(true);
  await automatic.click();
  await page.mouse.click(700, 200);
  await page.keyboard.press('Space');
  await expect(position(page, '2 of 2')).toBeVisible();
  await expect.poll(async () => (await state(audio)).seconds).toBeGreaterThan(0.5);
});

test('an unsupported file and a lost connection show a message', async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.expect(NO_ANSWER);
  browserErrors.expect(/Failed to load resource/);
  await putTrip(server.root);
  server.put({ 'trip/d broken.png': 'no picture', 'trip/e film.mp4': 'no film' });
  await logInAt(page, '/files/trip/d%20broken.png', server.admin);
  await expect(page.getByText('This image can’t be displayed.')).toBeVisible();
  await expect(page.locator('img')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Your browser can’t play this file.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download' }).first()).toBeVisible();

  await page.goto('/files/trip/a.png');
  await expectShown(page, 'a.png');
  await expect(position(page, '1 of 5')).toBeVisible();
  await page.waitForTimeout(1_000);
  await page.context().setOffline(true);
  // The next file is preloaded.
  await page.keyboard.press('ArrowRight');
  await expectShown(page, 'b.png');
  await page.context().setOffline(false);
});

ownServerTest.describe('behind a base path', () => {
  ownServerTest.use({ serverFlags: ['--baseURL', '/files-of-anna'] });

  ownServerTest('pictures and films are found', async ({ page, server }) => {
    await putTrip(server.root);
    makeVideo(join(server.root, 'trip', 'film.webm'), 2);
    await logInAt(page, '/files-of-anna/files/trip/c.png', server.admin);
    await expectShown(page, 'c.png');
    await page.keyboard.press('ArrowRight');
    const film = page.locator('video');
    await expect.poll(async () => (await state(film)).seekable).toBeGreaterThan(1);
  });
});

test('a slideshow goes through the pictures in full screen, starts again, and ends with Escape', async ({
  page,
  server,
}) => {
  await putTrip(server.root);
  await logInAt(page, '/files/trip/', server.admin);
  await openEntry(page, 'b.png');
  await expectShown(page, 'b.png');
  const button = page.getByRole('button', { name: 'Slideshow' });
  await clickControl(page, button);
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await expectShown(page, 'c.png');
  await expectShown(page, 'a.png');
  await page.keyboard.press('Escape');
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement === null)).toBe(true);
  await expect(page).toHaveTitle('a.png – File Browser');
  // The preview is left by another Escape.
  await page.keyboard.press('Escape');
  await expectFolder(page, 'trip');
});

test('a filmstrip shows the pictures around the shown one, opens them, and stays on', async ({
  page,
  server,
}, info) => {
  const names = Array.from({ length: 40 }, (_, number) => `${String(number).padStart(2, '0')}.png`);
  await putTrip(server.root, names);
  await logInAt(page, '/files/trip/', server.admin);
  await openEntry(page, '20.png');
  await expectShown(page, '20.png');
  await page.keyboard.press('t');
  const strip = page.getByRole('navigation', { name: 'Filmstrip' });
  const frame = (name: string) => strip.getByRole('button', { name, exact: true });
  await expect(frame('20.png')).toHaveAttribute('aria-current', 'true');
  await expect(frame('20.png')).toBeInViewport();
  await expect
    .poll(() =>
      frame('22.png').evaluate((button) => button.querySelector('img')?.naturalWidth ?? 0),
    )
    .toBeGreaterThan(0);
  await inspectScreen(page, info, 'preview-filmstrip');

  await clickControl(page, frame('22.png'));
  await expectShown(page, '22.png');
  await expect(frame('22.png')).toHaveAttribute('aria-current', 'true');
  // The last one is far outside of what was drawn.
  for (let step = 22; step < 39; step += 1) await page.keyboard.press('ArrowRight');
  await expectShown(page, '39.png');
  await expect(frame('39.png')).toBeInViewport();
  await expect(frame('00.png')).toHaveCount(0);

  await page.reload();
  await expectShown(page, '39.png');
  await expect(frame('39.png')).toBeInViewport();
  await page.getByRole('button', { name: 'Filmstrip', exact: true }).click();
  await expect(strip).toHaveCount(0);
});
