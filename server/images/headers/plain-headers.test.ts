import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { quarteredPicture } from '../../testing/pictures.ts';
import {
  headerOf,
  headersOfBeginnings,
  latin1,
  uint16,
  uint32,
} from './picture-bytes.test-tools.ts';

const chunk = (kind: string, length: number, data = Buffer.alloc(length)) =>
  Buffer.concat([uint32(length), latin1(kind), data, Buffer.alloc(4)]);

function png(width: number, height: number, ...chunks: readonly Buffer[]): Buffer {
  const size = Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 2, 0, 0, 0])]);
  return Buffer.concat([latin1('\x89PNG\r\n\x1a\n'), chunk('IHDR', 13, size), ...chunks]);
}

describe('PNG', () => {
  test.each([
    [1, 1],
    [300, 200],
    [70_000, 1],
  ])('a file of %i × %i pixels', async (width, height) => {
    const bytes = await quarteredPicture(width, height).png().toBuffer();
    expect(await headerOf(bytes)).toEqual({
      format: 'png',
      width,
      height,
      orientation: 1,
      isProgressive: false,
      isAnimated: false,
      thumbnail: undefined,
    });
  });

  test('an interlaced file is progressive', async () => {
    const bytes = await quarteredPicture(16, 8).png({ progressive: true }).toBuffer();
    expect(await headerOf(bytes)).toMatchObject({ width: 16, height: 8, isProgressive: true });
  });

  test('a file with an animation chunk before its pixels is animated', async () => {
    const text = chunk('tEXt', 100);
    const animated = png(4, 3, text, chunk('acTL', 8), chunk('IDAT', 10));
    expect(await headerOf(animated)).toMatchObject({ width: 4, height: 3, isAnimated: true });
    const late = png(4, 3, text, chunk('IDAT', 10), chunk('acTL', 8));
    expect(await headerOf(late)).toMatchObject({ isAnimated: false });
  });

  test('the largest size of the format is accepted', async () => {
    const most = 0xffff_ffff;
    expect(await headerOf(png(most, most))).toMatchObject({ width: most, height: most });
  });

  test('a width or height of 0 is no picture', async () => {
    expect(await headerOf(png(0, 10))).toBeUndefined();
    expect(await headerOf(png(10, 0))).toBeUndefined();
  });

  test('chunks that claim more than the file holds are not followed', async () => {
    const claiming = Buffer.concat([uint32(0xffff_ffff), latin1('tEXt')]);
    expect(await headerOf(png(4, 3, claiming))).toMatchObject({ width: 4, isAnimated: false });
  });

  test('a file cut before byte 29 is no picture; one cut later has its size', async () => {
    const bytes = await quarteredPicture(7, 5).png().toBuffer();
    const headers = await headersOfBeginnings(bytes);
    expect(headers.slice(0, 29).every((header) => header === undefined)).toBe(true);
    for (const header of headers.slice(29)) expect(header).toEqual(headers.at(-1));
  });

  test('one wrong byte in the signature is no picture', async () => {
    for (let at = 0; at < 8; at += 1) {
      const bytes = png(4, 3);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 0x20, at);
      expect(await headerOf(bytes)).toBeUndefined();
    }
  });
});

describe('GIF', () => {
  test.each(['GIF87a', 'GIF89a'])('%s counts as animated', async (signature) => {
    const bytes = await quarteredPicture(300, 200).gif().toBuffer();
    bytes.write(signature, 'latin1');
    const expected = { format: 'gif', width: 300, height: 200, orientation: 1, isAnimated: true };
    expect(await headerOf(bytes)).toMatchObject(expected);
  });

  test('other versions, and a size of 0, are no pictures', async () => {
    const gif = (signature: string, width: number, height: number) =>
      Buffer.concat([latin1(signature), uint16(width, true), uint16(height, true)]);
    expect(await headerOf(gif('GIF89a', 0xffff, 0xffff))).toMatchObject({
      width: 65_535,
      height: 65_535,
    });
    expect(await headerOf(gif('GIF88a', 1, 1))).toBeUndefined();
    expect(await headerOf(gif('GIF89a', 0, 1))).toBeUndefined();
    expect(await headerOf(gif('GIF89a', 1, 0))).toBeUndefined();
  });

  test('a file cut before byte 10 is no picture', async () => {
    const headers = await headersOfBeginnings(await quarteredPicture(7, 5).gif().toBuffer());
    expect(headers.slice(0, 10).every((header) => header === undefined)).toBe(true);
    for (const header of headers.slice(10)) expect(header).toMatchObject({ width: 7, height: 5 });
  });
});

describe('BMP', () => {
  function bitmap(width: number, height: number): Buffer {
    const bytes = Buffer.alloc(54);
    bytes.write('BM');
    bytes.writeUInt32LE(40, 14);
    bytes.writeInt32LE(width, 18);
    bytes.writeInt32LE(height, 22);
    return bytes;
  }

  test('a negative height means that the first row is at the top', async () => {
    expect(await headerOf(bitmap(80, 60))).toMatchObject({ format: 'bmp', width: 80, height: 60 });
    expect(await headerOf(bitmap(80, -60))).toMatchObject({ width: 80, height: 60 });
    const least = -(2 ** 31);
    expect(await headerOf(bitmap(1, least))).toMatchObject({ width: 1, height: 2 ** 31 });
  });

  test('a width of 0 or less, and a height of 0, are no pictures', async () => {
    expect(await headerOf(bitmap(-80, 60))).toBeUndefined();
    expect(await headerOf(bitmap(0, 60))).toBeUndefined();
    expect(await headerOf(bitmap(80, 0))).toBeUndefined();
  });

  test('the header of OS/2 has sizes of 2 bytes', async () => {
    const bytes = Buffer.concat([bitmap(0, 0).subarray(0, 14), uint32(12, true)]);
    const file = Buffer.concat([bytes, uint16(0xffff, true), uint16(3, true)]);
    expect(await headerOf(file)).toMatchObject({ format: 'bmp', width: 65_535, height: 3 });
    expect(await headerOf(file.subarray(0, -1))).toBeUndefined();
  });

  test('a file cut before byte 26 is no picture', async () => {
    const headers = await headersOfBeginnings(bitmap(80, 60));
    expect(headers.slice(0, 26).every((header) => header === undefined)).toBe(true);
    for (const header of headers.slice(26)) expect(header).toEqual(headers.at(-1));
  });

  test('a text that begins with BM is no picture', async () => {
    expect(
      await headerOf(latin1('BM is short for bitmap, and this is a sentence.')),
    ).toBeUndefined();
  });
});

describe('ICO', () => {
  const icon = (width: number, height: number) =>
    Buffer.from([0, 0, 1, 0, 1, 0, width, height, 0, 0]);

  test('the icon of this product', async () => {
    const path = new URL('../../../web/public/img/icons/favicon.ico', import.meta.url);
    const header = await headerOf(await readFile(fileURLToPath(path)));
    expect(header).toMatchObject({ format: 'ico', width: 32, height: 32, orientation: 1 });
  });

  test('0 stands for 256', async () => {
    expect(await headerOf(icon(0, 0))).toMatchObject({ width: 256, height: 256 });
    expect(await headerOf(icon(1, 255))).toMatchObject({ width: 1, height: 255 });
  });

  test('a cursor, a file without pictures, and a cut file are no pictures', async () => {
    const cursor = icon(16, 16).fill(2, 2, 3);
    expect(await headerOf(cursor)).toBeUndefined();
    expect(await headerOf(icon(16, 16).fill(0, 4, 5))).toBeUndefined();
    const headers = await headersOfBeginnings(icon(16, 16));
    expect(headers.map((header) => header !== undefined)).toEqual(
      Array.from({ length: 11 }, (_, length) => length >= 8),
    );
  });
});
