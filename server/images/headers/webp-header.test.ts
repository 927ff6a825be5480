import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { quarteredPicture } from '../../testing/pictures.ts';
import {
  headerOf,
  headersOfBeginnings,
  latin1,
  orientedExif,
  uint32,
} from './picture-bytes.test-tools.ts';

function chunk(kind: string, content: Uint8Array): Buffer {
  const padding = Buffer.alloc(content.length & 1);
  return Buffer.concat([latin1(kind), uint32(content.length, true), content, padding]);
}

function webp(...chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat(chunks);
  return Buffer.concat([latin1('RIFF'), uint32(body.length + 4, true), latin1('WEBP'), body]);
}

const EXIF = 0x08;
const ANIMATION = 0x02;

function extended(width: number, height: number, flags: number): Buffer {
  const size = [uint32(width - 1, true).subarray(0, 3), uint32(height - 1, true).subarray(0, 3)];
  return chunk('VP8X', Buffer.concat([Buffer.from([flags, 0, 0, 0]), ...size]));
}

describe('files of sharp', () => {
  const encodings = [
    ['lossy', () => quarteredPicture(300, 200).webp()],
    ['lossless', () => quarteredPicture(300, 200).webp({ lossless: true })],
    ['with transparency', () => quarteredPicture(300, 200).ensureAlpha(0.5).webp()],
  ] as const;

  test.each(encodings)('%s', async (_, encoded) => {
    expect(await headerOf(await encoded().toBuffer())).toEqual({
      format: 'webp',
      width: 300,
      height: 200,
      orientation: 1,
      isProgressive: false,
      isAnimated: false,
      thumbnail: undefined,
    });
  });

  test.each(encodings)(
    '%s, cut at any byte, are no pictures or have their true size',
    async (_, encoded) => {
      const bytes = await encoded().resize(7, 5).toBuffer();
      const headers = await headersOfBeginnings(bytes);
      expect(headers.at(-1)).toMatchObject({ width: 7, height: 5 });
      const first = headers.findIndex((header) => header !== undefined);
      expect(first).toBeGreaterThanOrEqual(25);
      for (const header of headers.slice(first)) expect(header).toEqual(headers.at(-1));
    },
  );

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('with orientation %i', async (orientation) => {
    const picture = quarteredPicture(300, 200).withMetadata({ orientation });
    const header = await headerOf(await picture.webp().toBuffer());
    expect(header).toMatchObject({ width: 300, height: 200, orientation });
  });

  test('with several frames are animated', async () => {
    const frames = [quarteredPicture(8, 6), quarteredPicture(8, 6).negate()];
    const pages = await Promise.all(frames.map((frame) => frame.png().toBuffer()));
    const bytes = await sharp(pages, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect(await headerOf(bytes)).toMatchObject({ width: 8, height: 6, isAnimated: true });
  });
});

describe('sizes', () => {
  test('of lossy files have 14 bits; the two above them are a scale', async () => {
    const content = Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a, 0xff, 0xff, 0x03, 0x40]);
    const header = await headerOf(webp(chunk('VP8 ', content)));
    expect(header).toMatchObject({ width: 16_383, height: 3 });
    const empty = Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a, 0, 0xc0, 0x03, 0]);
    expect(await headerOf(webp(chunk('VP8 ', empty)))).toBeUndefined();
  });

  test('of lossless files have 14 bits and begin at 1', async () => {
    const lossless = (bits: number) =>
      chunk('VP8L', Buffer.concat([Buffer.from([0x2f]), uint32(bits, true)]));
    expect(await headerOf(webp(lossless(0)))).toMatchObject({ width: 1, height: 1 });
    const most = 0x0fff_ffff;
    expect(await headerOf(webp(lossless(most)))).toMatchObject({ width: 16_384, height: 16_384 });
  });

  test('of extended files have 24 bits and begin at 1', async () => {
    expect(await headerOf(webp(extended(1, 1, 0)))).toMatchObject({ width: 1, height: 1 });
    const most = 2 ** 24;
    expect(await headerOf(webp(extended(most, most, 0)))).toMatchObject({
      width: most,
      height: most,
      isAnimated: false,
    });
    expect(await headerOf(webp(extended(3, 2, ANIMATION)))).toMatchObject({ isAnimated: true });
  });
});

describe('EXIF behind the pixels', () => {
  const pixels = chunk('VP8 ', Buffer.alloc(33));
  const oriented = (exif: Uint8Array) => webp(extended(3, 2, EXIF), pixels, chunk('EXIF', exif));

  test('reads the orientation, also after the prefix that EXIF has in a JPEG', async () => {
    const named = Buffer.concat([latin1('Exif\0\0'), orientedExif(6, false)]);
    expect(await headerOf(oriented(orientedExif(8)))).toMatchObject({ orientation: 8 });
    expect(await headerOf(oriented(named))).toMatchObject({ orientation: 6 });
  });

  test('is not looked for when the file does not announce it', async () => {
    const file = webp(extended(3, 2, 0), pixels, chunk('EXIF', orientedExif(8)));
    expect(await headerOf(file)).toMatchObject({ width: 3, height: 2, orientation: 1 });
  });

  test('that is missing, broken or cut leaves the picture upright', async () => {
    expect(await headerOf(webp(extended(3, 2, EXIF), pixels))).toMatchObject({ orientation: 1 });
    const outside = latin1('II*\0\xff\xff\xff\x7f');
    for (const broken of [latin1(''), latin1('no TIFF at all'), outside]) {
      expect(await headerOf(oriented(broken))).toMatchObject({ width: 3, orientation: 1 });
    }
    const whole = oriented(orientedExif(8));
    for (const header of (await headersOfBeginnings(whole)).slice(30)) {
      expect(header).toMatchObject({ width: 3, height: 2 });
    }
  });

  test('is found behind chunks of an odd length only with their padding', async () => {
    const odd = chunk('XMP ', Buffer.alloc(7));
    const file = webp(extended(3, 2, EXIF), odd, pixels, chunk('EXIF', orientedExif(8)));
    expect(await headerOf(file)).toMatchObject({ orientation: 8 });
  });

  test('is looked for in 64 chunks, and chunks that claim more than there is end the search', async () => {
    const empty = (count: number) => Array.from({ length: count }, () => chunk('XMP ', latin1('')));
    const exif = chunk('EXIF', orientedExif(8));
    expect(await headerOf(webp(extended(3, 2, EXIF), ...empty(62), exif))).toMatchObject({
      orientation: 8,
    });
    expect(await headerOf(webp(extended(3, 2, EXIF), ...empty(500), exif))).toMatchObject({
      orientation: 1,
    });
    const claiming = Buffer.concat([latin1('XMP '), uint32(0xffff_ffff, true)]);
    expect(await headerOf(webp(extended(3, 2, EXIF), claiming, exif))).toMatchObject({
      orientation: 1,
    });
  });
});

test('a wrong beginning is no picture', async () => {
  const file = webp(extended(3, 2, 0));
  for (const at of [0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14]) {
    expect(await headerOf(Buffer.from(file).fill(0, at, at + 1))).toBeUndefined();
  }
});
