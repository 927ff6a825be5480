import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client, Reply } from '../../testing/client.ts';
import { factsOf, photoWithThumbnail, quarteredPicture, topOf } from '../../testing/pictures.ts';

let app: TestApp;
let anna: Client;

beforeAll(async () => {
  app = await startTestApp();
  anna = await app.logIn();
});
afterAll(() => app[Symbol.asyncDispose]());

async function put(name: string, bytes: Uint8Array | string): Promise<void> {
  await writeFile(join(app.root, name), bytes);
}

const thumb = (name: string): Promise<Reply> =>
  anna.get(`/api/preview/thumb/${name}?inline=true&key=1`);
const big = (name: string): Promise<Reply> => anna.get(`/api/preview/big/${name}?inline=true`);

const tile = (name: string): Promise<Reply> => anna.get(`/api/preview/tile/${name}?inline=true`);

describe('a tile', () => {
  test.each([
    ['wide.jpg', () => quarteredPicture(1_600, 900).jpeg(), 640, 360],
    ['tall.png', () => quarteredPicture(600, 1_200).png(), 180, 360],
    ['panorama.jpg', () => quarteredPicture(4_000, 500).jpeg(), 1_080, 135],
    ['little.jpg', () => quarteredPicture(30, 20).jpeg(), 30, 20],
  ])(
    'of %s is the whole picture, at most 360 pixels high',
    async (name, picture, width, height) => {
      await put(name, await picture().toBuffer());
      const reply = await tile(name);
      expect(reply.status).toBe(200);
      expect(await factsOf(reply.bytes)).toMatchObject({ format: 'jpeg', width, height });
    },
  );

  test('stands upright', async () => {
    const stored = quarteredPicture(800, 600).jpeg().withMetadata({ orientation: 6 });
    await put('turned.jpg', await stored.toBuffer());
    expect(await factsOf((await tile('turned.jpg')).bytes)).toMatchObject({
      width: 270,
      height: 360,
    });
  });

  test('is not made of a smaller thumbnail inside the photo', async () => {
    await put('camera.jpg', await photoWithThumbnail(400, 300, 1));
    const { bytes } = await tile('camera.jpg');
    expect(await factsOf(bytes)).toMatchObject({ width: 480, height: 360 });
  });

  test('of a drawing is sharp', async () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><!--';
    await put(
      'drawing.svg',
      `${drawing}${'x'.repeat(40_000)}--><rect width="9" height="9"/></svg>`,
    );
    expect(await factsOf((await tile('drawing.svg')).bytes)).toMatchObject({
      width: 720,
      height: 360,
    });
  });
});

describe('a thumbnail', () => {
  test.each([
    ['photo.jpg', () => quarteredPicture(640, 400).jpeg()],
    ['photo.png', () => quarteredPicture(640, 400).png()],
    ['photo.tiff', () => quarteredPicture(640, 400).tiff({ compression: 'lzw' })],
    ['large.webp', () => noise(640, 400).webp({ quality: 100 })],
    ['large.avif', () => noise(640, 400).avif({ quality: 100, effort: 0 })],
    ['large.gif', () => noise(640, 400).gif({ effort: 1 })],
    ['small.png', () => quarteredPicture(30, 20).png()],
  ])('of %s is a JPEG of 256 × 256, whatever it was', async (name, picture) => {
    await put(name, await picture().toBuffer());

    const reply = await thumb(name);

    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('image/jpeg');
    expect(await factsOf(reply.bytes)).toMatchObject({ format: 'jpeg', width: 256, height: 256 });
  });

  test('stands upright, however the camera was held', async () => {
    for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const stored = await quarteredPicture(400, 300)
        .jpeg()
        .withMetadata({ orientation })
        .toBuffer();
      const name = `turned-${orientation}.jpg`;
      await put(name, stored);
      const upright = await sharp(stored).autoOrient().toBuffer();
      expect(await topOf((await thumb(name)).bytes)).toEqual(await topOf(upright));
    }
  });

  test('of a transparent image is transparent', async () => {
    const picture = sharp({
      create: { width: 300, height: 300, channels: 4, background: '#f008' },
    });
    await put('glass.png', await picture.png().toBuffer());
    const reply = await thumb('glass.png');
    expect(reply.headers['content-type']).toBe('image/webp');
    expect(await factsOf(reply.bytes)).toMatchObject({ width: 256, height: 256, hasAlpha: true });
  });

  test('of a small animation is the animation itself', async () => {
    const gif = await animation(4);
    await put('wink.gif', gif);
    const reply = await thumb('wink.gif');
    expect(reply.headers['content-type']).toBe('image/gif');
    expect(reply.bytes.equals(gif)).toBe(true);
  });

  test('depends on the contents, not on the name', async () => {
    await put('jpeg.png', await quarteredPicture(300, 200).jpeg().toBuffer());
    expect((await thumb('jpeg.png')).headers['content-type']).toBe('image/jpeg');
    expect((await big('jpeg.png')).headers['content-type']).toBe('image/jpeg');
  });
});

describe('a big preview', () => {
  test('fits into 1080 × 1080, keeps its shape and its format', async () => {
    await put('wide.jpg', await noise(2_400, 1_200).jpeg().toBuffer());
    const jpeg = await factsOf((await big('wide.jpg')).bytes);
    expect(jpeg).toMatchObject({ format: 'jpeg', width: 1_080, height: 540 });
    await put('tall.png', await noise(600, 1_800).png().toBuffer());
    const png = await factsOf((await big('tall.png')).bytes);
    expect(png).toMatchObject({ format: 'png', width: 360, height: 1_080 });
  });

  test('is not larger than the image, which is sent unchanged if it fits', async () => {
    const small = await quarteredPicture(40, 20).png().toBuffer();
    await put('little.png', small);
    expect((await big('little.png')).bytes.equals(small)).toBe(true);
  });

  test('of a small rotated image is rotated', async () => {
    const picture = quarteredPicture(400, 300).jpeg().withMetadata({ orientation: 6 });
    await put('side.jpg', await picture.toBuffer());
    expect(await factsOf((await big('side.jpg')).bytes)).toMatchObject({ width: 300, height: 400 });
  });

  test('of an animation is animated', async () => {
    await put('dance.gif', await animation(5));
    expect(await factsOf((await big('dance.gif')).bytes)).toMatchObject({
      format: 'gif',
      pages: 5,
    });
  });
});

function noise(width: number, height: number): Sharp {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 50 },
    },
  });
}

async function animation(frames: number): Promise<Buffer> {
  const pictures = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      quarteredPicture(60, 40)
        .rotate(index * 90)
        .resize(60, 40, { fit: 'fill' })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(pictures, { join: { animated: true } })
    .gif()
    .toBuffer();
}
