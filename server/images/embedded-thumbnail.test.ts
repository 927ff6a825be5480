import { expect, test } from 'vitest';
import { quarteredPicture } from '../testing/pictures.ts';
import { embeddedThumbnail } from './embedded-thumbnail.ts';
import { readHeader } from './headers/read-header.ts';

/** A photo of 1600 × 1200 with a thumbnail in its EXIF, as cameras write it. */
async function photoWith(width: number, height: number): Promise<Buffer> {
  const thumbnail = await quarteredPicture(width, height).jpeg().toBuffer();
  const photo = await quarteredPicture(1_600, 1_200).jpeg().toBuffer();
  const tag = (number: number, type: number, value: number): Buffer => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(number, 0);
    bytes.writeUInt16LE(type, 2);
    bytes.writeUInt32LE(1, 4);
    bytes.writeUInt32LE(value, 8);
    return bytes;
  };
  const directory = (tags: Buffer[], next: number): Buffer => {
    const [count, end] = [Buffer.alloc(2), Buffer.alloc(4)];
    count.writeUInt16LE(tags.length);
    end.writeUInt32LE(next);
    return Buffer.concat([count, ...tags, end]);
  };
  const first = directory([tag(0x112, 3, 6)], 8 + 18);
  const second = directory([tag(0x201, 4, 8 + 18 + 30), tag(0x202, 4, thumbnail.length)], 0);
  const tiff = Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), first, second, thumbnail]);
  const segment = Buffer.concat([Buffer.from('\xff\xe1\0\0Exif\0\0', 'latin1'), tiff]);
  segment.writeUInt16BE(segment.length - 2, 2);
  return Buffer.concat([photo.subarray(0, 2), segment, photo.subarray(2)]);
}

async function found(photo: Buffer) {
  const readAt = (at: number, length: number) => Promise.resolve(photo.subarray(at, at + length));
  const header = await readHeader(readAt);
  if (header === undefined) throw new Error('no header');
  expect(header).toMatchObject({ format: 'jpeg', width: 1_600, height: 1_200, orientation: 6 });
  return (await embeddedThumbnail(readAt, header))?.header;
}

test('a thumbnail that is large enough and of the same shape is taken from the photo', async () => {
  expect(await found(await photoWith(400, 300))).toMatchObject({ width: 400, height: 300 });
});

test('one that would be blown up is not', async () => {
  expect(await found(await photoWith(160, 120))).toBeUndefined();
});

test('one of another shape has black bars, and is not', async () => {
  expect(await found(await photoWith(480, 270))).toBeUndefined();
});

test('one that points out of the file, or is no JPEG, is not', async () => {
  const photo = await photoWith(400, 300);
  expect(await found(photo.fill(0, 12 + 56, 12 + 60))).toBeUndefined();
});
