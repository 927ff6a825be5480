import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { factsOf, quarteredPicture, topOf } from '../../testing/pictures.ts';
import { isInstalled, outputOf } from '../../testing/programs.ts';

const FIXTURES = fileURLToPath(new URL('../../../acceptance/fixtures/', import.meta.url));

let app: TestApp;
let anna: Client;

beforeAll(async () => {
  app = await startTestApp();
  anna = await app.logIn();
});
afterAll(() => app[Symbol.asyncDispose]());

const put = (name: string, bytes: Uint8Array | string) => writeFile(join(app.root, name), bytes);
const preview = (size: 'thumb' | 'big', name: string) =>
  anna.get(`/api/preview/${size}/${name}?inline=true`);

describe('HEIC, the photos of phones', () => {
  test('have thumbnails and pictures that every browser shows', async () => {
    await copyFile(join(FIXTURES, 'photo.heic'), join(app.root, 'photo.heic'));

    const small = await preview('thumb', 'photo.heic');
    expect(await factsOf(small.bytes)).toMatchObject({ format: 'jpeg', width: 256, height: 256 });
    const large = await preview('big', 'photo.heic');
    expect(large.headers['content-type']).toBe('image/jpeg');
    expect(await factsOf(large.bytes)).toMatchObject({ format: 'jpeg', width: 96, height: 64 });
  });

  test('that are cut off are none, and do no harm', async () => {
    const whole = await readFile(join(FIXTURES, 'photo.heic'));
    await put('cut.heic', whole.subarray(0, whole.length - 60));
    expect((await preview('thumb', 'cut.heic')).status).toBe(415);
    await put('head.heic', whole.subarray(0, 100));
    expect((await preview('thumb', 'head.heic')).status).toBe(415);
  });
});

describe('bitmaps of Windows', () => {
  test.each([1, 4, 8, 16, 24, 32])('of %i bits are shown', async (bits) => {
    await put(`${bits}.bmp`, bitmap(80, 60, bits));
    const reply = await preview('thumb', `${bits}.bmp`);
    expect(reply.status).toBe(200);
    expect(await topOf(reply.bytes)).toEqual(
      bits === 1 ? ['bottomLeft', 'bottomRight'] : ['topLeft', 'topRight'],
    );
  });

  test('written from the top, and large ones, are shown', async () => {
    await put('top.bmp', bitmap(3_000, -2_000, 24));
    expect(await topOf((await preview('thumb', 'top.bmp')).bytes)).toEqual(['topLeft', 'topRight']);
    const big = await preview('big', 'top.bmp');
    expect(await factsOf(big.bytes)).toMatchObject({ format: 'jpeg', width: 1_080, height: 720 });
  });

  test('that are compressed, truncated or inconsistent are refused', async () => {
    const packed = bitmap(8, 8, 8);
    packed.writeUInt32LE(1, 30);
    await put('packed.bmp', packed);
    expect((await preview('thumb', 'packed.bmp')).status).toBe(415);
    await put('cut.bmp', bitmap(100, 100, 24).subarray(0, 2_000));
    expect((await preview('thumb', 'cut.bmp')).status).toBe(200);
    const announced = bitmap(1, 1, 32).subarray(0, 54);
    announced.writeInt32LE(10_000, 18);
    announced.writeInt32LE(10_000, 22);
    await put('announced.bmp', announced);
    expect((await preview('big', 'announced.bmp')).status).toBe(200);
    const odd = bitmap(8, 8, 24);
    odd.writeUInt16LE(77, 28);
    await put('odd.bmp', odd);
    expect((await preview('thumb', 'odd.bmp')).status).toBe(415);
  });
});

describe('drawings (SVG)', () => {
  const drawing = (inner: string) =>
    `<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">${inner}</svg>`;

  test('are sent as they are while they are small, and cannot run anything', async () => {
    await put(
      'a.svg',
      drawing('<script>alert(1)</script><rect width="20" height="10" fill="red"/>'),
    );
    for (const size of ['thumb', 'big'] as const) {
      const reply = await preview(size, 'a.svg');
      expect(reply.headers['content-type']).toBe('image/svg+xml');
      expect(reply.headers['content-security-policy']).toContain('sandbox');
      expect(reply.headers['content-security-policy']).toContain("default-src 'none'");
    }
  });

  test('that are long become a picture, sharp however small they are drawn', async () => {
    const long = drawing(`<rect width="10" height="10" fill="#dc1e1e"/>${'<g/>'.repeat(20_000)}`);
    await put('long.svg', long);
    const reply = await preview('thumb', 'long.svg');
    expect(await factsOf(reply.bytes)).toMatchObject({ format: 'webp', width: 256, height: 256 });
    expect(reply.text).not.toContain('<svg');
  });

  test('read no other file, and are not blown up by entities', async () => {
    await put('secret.png', await quarteredPicture(64, 64).png().toBuffer());
    const reading = `<image href="file://${app.root}/secret.png" width="20" height="10"/>`;
    await put('reads.svg', drawing(reading + '<g/>'.repeat(20_000)));
    const { data } = await sharp((await preview('thumb', 'reads.svg')).bytes)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data.every((byte, at) => at % 4 !== 3 || byte === 0)).toBe(true);

    const entities = Array.from(
      { length: 12 },
      (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`,
    );
    const bomb = `<!DOCTYPE svg [<!ENTITY e0 "x">${entities.join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&e12;</text>${'<g/>'.repeat(20_000)}</svg>`;
    await put('bomb.svg', bomb);
    expect((await preview('thumb', 'bomb.svg')).status).toBe(415);
  });
});

describe.runIf(isInstalled('ffmpeg'))('videos', () => {
  const video = (name: string, ...args: string[]) =>
    outputOf('ffmpeg', [
      ...['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc=size=320x200:rate=10:duration=1'],
      ...[...args, join(app.root, name)],
    ]);

  test.each([
    ['video.mp4', ['-pix_fmt', 'yuv420p']],
    ['video.webm', []],
    ['video.mkv', []],
    ['video.avi', []],
  ])('%s has a frame as its thumbnail and as its picture', async (name, args) => {
    video(name, ...args);
    const small = await preview('thumb', name);
    expect(small.status).toBe(200);
    expect(await factsOf(small.bytes)).toMatchObject({ format: 'jpeg', width: 256, height: 256 });
    const big = await preview('big', name);
    expect(await factsOf(big.bytes)).toMatchObject({ format: 'jpeg', width: 320, height: 200 });
  });

  test('that are lists of other files show nothing of them', async () => {
    video('inner.mp4', '-pix_fmt', 'yuv420p');
    const inner = join(app.root, 'inner.mp4');
    await put('list.mp4', `#EXTM3U\n#EXTINF:1,\nfile://${inner}\n#EXT-X-ENDLIST\n`);
    await put('concat.avi', `ffconcat version 1.0\nfile '${inner}'\n`);
    expect((await preview('thumb', 'list.mp4')).status).toBe(415);
    expect((await preview('thumb', 'concat.avi')).status).toBe(415);
  });

  test('that are none, or sound only, are answered 415', async () => {
    await put('empty.mp4', '');
    await put('text.mp4', 'no video');
    outputOf('ffmpeg', [
      ...['-v', 'error', '-y', '-f', 'lavfi', '-i', 'sine=duration=1', join(app.root, 'sound.mkv')],
    ]);
    for (const name of ['empty.mp4', 'text.mp4', 'sound.mkv']) {
      expect((await preview('thumb', name)).status).toBe(415);
    }
  });
});

/** A bitmap as GIMP or Paint would write it; a height below zero begins at the top. */
function bitmap(width: number, height: number, bits: number): Buffer {
  const rows = Math.abs(height);
  const stride = Math.ceil((width * bits) / 32) * 4;
  const palette = bits <= 8 ? (1 << bits) * 4 : 0;
  const file = Buffer.alloc(54 + palette + stride * rows);
  file.write('BM');
  file.writeUInt32LE(54 + palette, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(bits, 28);
  const colours = [0x1e1edc, 0x1ec81e, 0xdc1e1e, 0xf0f0f0] as const; // red last, as on disk
  const ofPalette = bits === 1 ? [2, 3] : [0, 1, 2, 3];
  ofPalette.slice(0, palette / 4).forEach((colour, index) => {
    const value = colours[colour] ?? 0;
    file.set([value >> 16, (value >> 8) & 255, value & 255, 0].map(Number), 54 + index * 4);
  });
  for (let y = 0; y < rows; y += 1) {
    const start = 54 + palette + (height < 0 ? y : rows - 1 - y) * stride;
    for (let x = 0; x < width; x += 1) {
      const quarter = (y < rows / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1);
      putPixel(file, { start, x, bits, quarter, colour: colours[quarter] ?? 0 });
    }
  }
  return file;
}

function putPixel(
  file: Buffer,
  pixel: { start: number; x: number; bits: number; quarter: number; colour: number },
): void {
  const { start, x, bits, quarter, colour } = pixel;
  const blue = colour >> 16;
  const green = (colour >> 8) & 255;
  const red = colour & 255;
  if (bits === 24 || bits === 32) file.set([blue, green, red], start + (x * bits) / 8);
  else if (bits === 16) {
    const value = ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
    file.writeUInt16LE(value, start + x * 2);
  } else {
    const inByte = 8 / bits;
    const at = start + Math.floor(x / inByte);
    const index = bits === 1 ? quarter & 1 : quarter;
    file[at] = (file[at] ?? 0) | (index << (8 - bits * ((x % inByte) + 1)));
  }
}
