import { expect, test } from 'vitest';
import { photoWithThumbnail } from '../testing/pictures.ts';
import { embeddedThumbnail } from './embedded-thumbnail.ts';
import { readHeader } from './headers/read-header.ts';

async function found(photo: Buffer) {
  const readAt = (at: number, length: number) => Promise.resolve(photo.subarray(at, at + length));
  const header = await readHeader(readAt);
  if (header === undefined) throw new Error('no header');
  expect(header).toMatchObject({ format: 'jpeg', width: 1_600, height: 1_200, orientation: 6 });
  return (await embeddedThumbnail(readAt, header, 256))?.header;
}

test('a thumbnail that is large enough and of the same shape is taken from the photo', async () => {
  expect(await found(await photoWithThumbnail(400, 300))).toMatchObject({
    width: 400,
    height: 300,
  });
});

test('one that would be blown up is not', async () => {
  expect(await found(await photoWithThumbnail(160, 120))).toBeUndefined();
});

test('one of another shape has black bars, and is not', async () => {
  expect(await found(await photoWithThumbnail(480, 270))).toBeUndefined();
});

test('one that points out of the file, or is no JPEG, is not', async () => {
  const photo = await photoWithThumbnail(400, 300);
  expect(await found(photo.fill(0, 12 + 56, 12 + 60))).toBeUndefined();
});
