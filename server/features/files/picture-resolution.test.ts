import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FileInfo } from '#contract/files.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { quarteredPicture } from '../../testing/pictures.ts';
import type { Client } from '../../testing/client.ts';

let app: TestApp;
let anna: Client;

beforeAll(async () => {
  app = await startTestApp({ files: { '/note.txt': 'text', '/broken.png': 'no picture' } });
  anna = await app.logIn();
});
afterAll(() => app[Symbol.asyncDispose]());

async function resolutionOf(name: string, by = anna) {
  return (await by.get(`/api/resources/${name}`)).json<FileInfo>().resolution;
}

const picture = () => quarteredPicture(300, 200);

test.each([
  ['a.jpg', () => picture().jpeg()],
  ['progressive.jpg', () => picture().jpeg({ progressive: true })],
  ['a.png', () => picture().png()],
  ['a.gif', () => picture().gif()],
  ['a.webp', () => picture().webp()],
  ['lossless.webp', () => picture().webp({ lossless: true })],
  ['alpha.webp', () => picture().ensureAlpha(0.5).webp()],
  ['a.tiff', () => picture().tiff()],
  ['a.avif', () => picture().avif({ effort: 0 })],
])('the facts of %s tell how many pixels it has', async (name, encoded) => {
  await writeFile(join(app.root, name), await encoded().toBuffer());
  expect(await resolutionOf(name)).toEqual({ width: 300, height: 200 });
});

test.each([
  ['jpg', () => picture().jpeg()],
  ['webp', () => picture().webp()],
  ['tiff', () => picture().tiff()],
])('a %s that lies on its side is told as it is shown', async (extension, encoded) => {
  const name = `side.${extension}`;
  await writeFile(
    join(app.root, name),
    await encoded().withMetadata({ orientation: 6 }).toBuffer(),
  );
  expect(await resolutionOf(name)).toEqual({ width: 200, height: 300 });
});

test('a HEIC has a resolution too', async () => {
  const fixtures = fileURLToPath(new URL('../../../acceptance/fixtures/', import.meta.url));
  await copyFile(join(fixtures, 'photo.heic'), join(app.root, 'photo.heic'));
  expect(await resolutionOf('photo.heic')).toEqual({ width: 96, height: 64 });
});

test('broken images, texts, folders and listings have none', async () => {
  expect(await resolutionOf('broken.png')).toBeUndefined();
  expect(await resolutionOf('note.txt')).toBeUndefined();
  const { items } = (await anna.get('/api/resources/')).json<{ items: FileInfo[] }>();
  expect(items.every(({ resolution }) => resolution === undefined)).toBe(true);
});

test('an operator can switch it off', async () => {
  await writeFile(join(app.root, 'off.png'), await picture().png().toBuffer());
  await using other = await startTestApp({
    config: { previews: { cacheDir: undefined, processors: 1, resolution: false } },
  });
  await writeFile(join(other.root, 'off.png'), await picture().png().toBuffer());
  expect(await resolutionOf('off.png', await other.logIn())).toBeUndefined();
});
