import { describe, expect, test } from 'vitest';
import { quarteredPicture } from '../../testing/pictures.ts';
import {
  headerOf,
  headersOfBeginnings,
  latin1,
  orientedExif,
  readerOf,
  TAGS,
  tiff,
  uint16,
} from './picture-bytes.test-tools.ts';
import { readJpeg } from './jpeg-header.ts';

const START = Buffer.from([0xff, 0xd8]);

function segment(marker: number, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([0xff, marker]), uint16(content.length + 2), content]);
}

const exifSegment = (exif: Uint8Array) => segment(0xe1, Buffer.concat([latin1('Exif\0\0'), exif]));

const frame = (width: number, height: number, marker = 0xc0) =>
  segment(
    marker,
    Buffer.concat([Buffer.from([8]), uint16(height), uint16(width), Buffer.alloc(10)]),
  );

const jpeg = (...segments: readonly Buffer[]) => Buffer.concat([START, ...segments]);

describe('files of sharp', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('with orientation %i', async (orientation) => {
    const picture = quarteredPicture(300, 200).withMetadata({ orientation });
    expect(await headerOf(await picture.jpeg().toBuffer())).toEqual({
      format: 'jpeg',
      width: 300,
      height: 200,
      orientation,
      isProgressive: false,
      isAnimated: false,
      thumbnail: undefined,
      exif: expect.any(Number),
    });
  });

  test('without EXIF are upright, and progressive ones are recognized', async () => {
    const plain = await quarteredPicture(16, 8).jpeg().toBuffer();
    expect(await headerOf(plain)).toMatchObject({ width: 16, height: 8, orientation: 1 });
    const progressive = await quarteredPicture(16, 8).jpeg({ progressive: true }).toBuffer();
    expect(await headerOf(progressive)).toMatchObject({ width: 16, isProgressive: true });
  });

  test('cut at any byte are no pictures, or have their true header', async () => {
    const picture = quarteredPicture(7, 5).withMetadata({ orientation: 6 });
    const bytes = await picture.jpeg().toBuffer();
    const headers = await headersOfBeginnings(bytes);
    const whole = headers.at(-1);
    expect(whole).toMatchObject({ width: 7, height: 5, orientation: 6 });
    const endOfSize = bytes.indexOf(Buffer.from([0xff, 0xc0])) + 9;
    expect(headers.slice(0, endOfSize).every((header) => header === undefined)).toBe(true);
    for (const header of headers.slice(endOfSize)) expect(header).toEqual(whole);
  });
});

describe('frames', () => {
  const others = [0xc4, 0xc8, 0xcc];
  const progressive = [0xc2, 0xc6, 0xca, 0xce];
  const frames = Array.from({ length: 16 }, (_, n) => 0xc0 + n).filter((n) => !others.includes(n));

  test.each(frames)('marker %i states the size', async (marker) => {
    const header = await headerOf(jpeg(frame(3, 2, marker)));
    const isProgressive = progressive.includes(marker);
    expect(header).toMatchObject({ width: 3, height: 2, isProgressive });
  });

  test.each(others)('marker %i is no frame', async (marker) => {
    expect(await headerOf(jpeg(frame(99, 99, marker), frame(3, 2)))).toMatchObject({ width: 3 });
    expect(await headerOf(jpeg(frame(99, 99, marker)))).toBeUndefined();
  });

  test('the largest size is accepted; 0 is no image', async () => {
    expect(await headerOf(jpeg(frame(65_535, 65_535)))).toMatchObject({
      width: 65_535,
      height: 65_535,
    });
    expect(await headerOf(jpeg(frame(0, 2)))).toBeUndefined();
    expect(await headerOf(jpeg(frame(3, 0)))).toBeUndefined();
  });
});

describe('segments before the frame', () => {
  test('are skipped, also with fill bytes between them', async () => {
    const profile = segment(0xe2, Buffer.alloc(65_533));
    const fill = Buffer.alloc(5, 0xff);
    expect(await headerOf(jpeg(profile, fill, profile, fill, frame(3, 2)))).toMatchObject({
      width: 3,
      height: 2,
    });
  });

  test('that claim more than the file holds end the search', async () => {
    const claiming = Buffer.from([0xff, 0xe0, 0xff, 0xff, 1, 2, 3]);
    expect(await headerOf(jpeg(claiming, frame(3, 2)))).toBeUndefined();
  });

  test('with a length below 2 do not stop the reader from moving on', async () => {
    for (const length of [0, 1]) {
      const empty = Buffer.concat([Buffer.from([0xff, 0xe0]), uint16(length)]);
      const many = Array.from({ length: 2_000 }, () => empty);
      expect(await headerOf(jpeg(...many))).toBeUndefined();
    }
  });

  test('are read up to a limit of 400', async () => {
    const empty = (count: number) => Array.from({ length: count }, () => segment(0xe0, latin1('')));
    expect(await headerOf(jpeg(...empty(399), frame(3, 2)))).toMatchObject({ width: 3 });
    expect(await headerOf(jpeg(...empty(400), frame(3, 2)))).toBeUndefined();
  });

  test('bytes that are no marker end the search', async () => {
    expect(
      await headerOf(jpeg(segment(0xe0, latin1('')), latin1('no'), frame(3, 2))),
    ).toBeUndefined();
  });
});

describe('EXIF', () => {
  test('is read in both byte orders, and the first of two counts', async () => {
    for (const isLittle of [true, false]) {
      const first = exifSegment(orientedExif(8, isLittle));
      const second = exifSegment(orientedExif(3, isLittle));
      const header = await headerOf(jpeg(first, second, frame(3, 2)));
      expect(header).toMatchObject({ width: 3, height: 2, orientation: 8 });
    }
  });

  test('does not change the size that the frame states', async () => {
    const tags = [
      { number: TAGS.width, value: 99 },
      { number: TAGS.height, value: 98 },
      { number: TAGS.orientation, value: 6 },
    ];
    const header = await headerOf(jpeg(exifSegment(tiff([{ tags }])), frame(3, 2)));
    expect(header).toMatchObject({ width: 3, height: 2, orientation: 6 });
  });

  test('ignores another segment of the same marker', async () => {
    const xmp = segment(0xe1, latin1('http://ns.adobe.com/xap/1.0/\0<x/>'));
    const header = await headerOf(jpeg(xmp, exifSegment(orientedExif(6)), frame(3, 2)));
    expect(header).toMatchObject({ orientation: 6 });
  });

  test('returns the position of a thumbnail', async () => {
    const exif = tiff([
      { tags: [{ number: TAGS.orientation, value: 6 }] },
      {
        tags: [
          { number: TAGS.thumbnailPosition, value: 56, type: 'long' },
          { number: TAGS.thumbnailLength, value: 100, type: 'long' },
        ],
      },
    ]);
    // 2 bytes of the start, 4 of the segment and 6 of its name come before the EXIF.
    const header = await headerOf(jpeg(exifSegment(exif), frame(3, 2)));
    expect(header?.thumbnail).toEqual({ position: 12 + 56, length: 100 });
  });

  test('ignores only a broken part', async () => {
    const garbage = exifSegment(latin1('no TIFF at all'));
    const outside = exifSegment(latin1('II*\0\xff\xff\xff\x7f'));
    for (const broken of [garbage, outside]) {
      const header = await headerOf(jpeg(broken, frame(3, 2)));
      expect(header).toMatchObject({ width: 3, height: 2, orientation: 1 });
    }
  });

  test('keeps its orientation when the directory of the thumbnail is outside of the file', async () => {
    const tags = [{ number: TAGS.orientation, value: 6 }];
    const exif = exifSegment(tiff([{ tags, next: 0x7fff_ffff }]));
    expect(await headerOf(jpeg(exif, frame(3, 2)))).toMatchObject({ orientation: 6 });
  });

  test('that cannot be read because the disk fails is an error, not a picture without EXIF', async () => {
    const file = jpeg(exifSegment(orientedExif(6)), frame(3, 2));
    const read = readerOf(file);
    const failing = (position: number, length: number) =>
      position === 12 ? Promise.reject(new Error('disk')) : read(position, length);
    await expect(readJpeg(failing)).rejects.toThrow('disk');
  });
});

test('a wrong beginning is no picture', async () => {
  const file = jpeg(frame(3, 2));
  for (const at of [0, 1, 2]) {
    expect(await headerOf(Buffer.from(file).fill(0, at, at + 1))).toBeUndefined();
  }
});
