import { expect, test } from 'vitest';
import { quarteredPicture } from '../../testing/pictures.ts';
import { headerOf, headersOfBeginnings, TAGS, tiff, uint16 } from './picture-bytes.test-tools.ts';

const size = (width: number, height: number, type: 'short' | 'long' = 'short') => [
  { number: TAGS.width, value: width, type },
  { number: TAGS.height, value: height, type },
];

test.each([1, 2, 3, 4, 5, 6, 7, 8])('a file of sharp with orientation %i', async (orientation) => {
  const picture = quarteredPicture(300, 200).withMetadata({ orientation });
  expect(await headerOf(await picture.tiff().toBuffer())).toEqual({
    format: 'tiff',
    width: 300,
    height: 200,
    orientation,
    isProgressive: false,
    isAnimated: false,
    thumbnail: undefined,
    exif: 0,
  });
});

test.each([0, 9, 65_535])('orientation %i does not exist, and counts as upright', async (value) => {
  const file = tiff([{ tags: [...size(3, 2), { number: TAGS.orientation, value }] }]);
  expect(await headerOf(file)).toMatchObject({ width: 3, height: 2, orientation: 1 });
});

test('both byte orders, and values of 2 and 4 bytes, are read', async () => {
  for (const isLittle of [true, false]) {
    const orientation = { number: TAGS.orientation, value: 6 };
    const short = tiff([{ tags: [...size(65_535, 2), orientation] }], isLittle);
    expect(await headerOf(short)).toMatchObject({ width: 65_535, height: 2, orientation: 6 });
    const most = 0xffff_ffff;
    const long = tiff([{ tags: size(most, most, 'long') }], isLittle);
    expect(await headerOf(long)).toMatchObject({ width: most, height: most, orientation: 1 });
  }
});

test('a file that does not state its width or height, or states 0, is no picture', async () => {
  const [width, height] = size(3, 2);
  if (width === undefined || height === undefined) throw new Error('two tags');
  expect(await headerOf(tiff([{ tags: [width] }]))).toBeUndefined();
  expect(await headerOf(tiff([{ tags: [height] }]))).toBeUndefined();
  expect(await headerOf(tiff([{ tags: size(0, 2) }]))).toBeUndefined();
  expect(await headerOf(tiff([{ tags: [] }]))).toBeUndefined();
});

const thumbnailTags = (position: number, length: number) => [
  { number: TAGS.thumbnailPosition, value: position, type: 'long' as const },
  { number: TAGS.thumbnailLength, value: length, type: 'long' as const },
];

test('the second directory contains the position of a thumbnail of up to 64 KiB', async () => {
  const file = (length: number) =>
    tiff([{ tags: size(3, 2) }, { tags: thumbnailTags(77, length) }]);
  expect(await headerOf(file(65_536))).toMatchObject({
    thumbnail: { position: 77, length: 65_536 },
  });
  expect((await headerOf(file(65_537)))?.thumbnail).toBeUndefined();
  const third = tiff([{ tags: size(3, 2) }, { tags: [] }, { tags: thumbnailTags(77, 10) }]);
  expect((await headerOf(third))?.thumbnail).toBeUndefined();
});

test('a second directory outside of the file costs the thumbnail only', async () => {
  const file = tiff([{ tags: size(3, 2), next: 0x7fff_ffff }]);
  expect(await headerOf(file)).toMatchObject({ width: 3, height: 2, thumbnail: undefined });
});

test('directories that point to themselves or backwards end', async () => {
  for (const next of [8, 0, 1, 2]) {
    const file = tiff([{ tags: size(3, 2), next }]);
    expect(await headerOf(file)).toMatchObject({ width: 3, height: 2, thumbnail: undefined });
  }
  const ring = tiff([{ tags: size(3, 2) }, { tags: thumbnailTags(77, 10), next: 8 }]);
  expect(await headerOf(ring)).toMatchObject({ thumbnail: { position: 77, length: 10 } });
});

test('a first directory outside of the file is no picture', async () => {
  for (const position of [0x7fff_ffff, 0xffff_ffff, 1_000]) {
    const file = tiff([{ tags: size(3, 2) }]);
    file.writeUInt32LE(position, 4);
    expect(await headerOf(file)).toBeUndefined();
  }
});

test('a directory with more than 512 tags is refused; one that claims too many is read', async () => {
  const file = tiff([{ tags: size(3, 2) }]);
  uint16(513, true).copy(file, 8);
  expect(await headerOf(file)).toBeUndefined();
  uint16(512, true).copy(file, 8);
  expect(await headerOf(file)).toMatchObject({ width: 3, height: 2, thumbnail: undefined });
});

test('a file without the position of a next directory is read', async () => {
  const file = tiff([{ tags: size(3, 2) }]);
  expect(await headerOf(file.subarray(0, -4))).toMatchObject({ width: 3, height: 2 });
});

test('a file cut at any byte is no picture, or has its true size', async () => {
  const file = tiff([{ tags: size(3, 2) }, { tags: thumbnailTags(77, 10) }]);
  const headers = await headersOfBeginnings(file);
  const endOfHeight = 8 + 2 + 2 * 12;
  expect(headers.slice(0, endOfHeight).every((header) => header === undefined)).toBe(true);
  for (const header of headers.slice(endOfHeight)) {
    expect(header).toMatchObject({ width: 3, height: 2, orientation: 1 });
  }
  expect(headers.at(-1)?.thumbnail).toEqual({ position: 77, length: 10 });
});

test('byte orders that contradict each other, and BigTIFF, are no pictures', async () => {
  const file = tiff([{ tags: size(3, 2) }]);
  expect(await headerOf(Buffer.from(file).fill('MM', 0, 2))).toBeUndefined();
  expect(await headerOf(Buffer.from(file).fill('IM', 0, 2))).toBeUndefined();
  expect(await headerOf(Buffer.from(file).fill(43, 2, 3))).toBeUndefined();
});
