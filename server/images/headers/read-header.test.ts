import { expect, test } from 'vitest';
import { quarteredPicture } from '../../testing/pictures.ts';
import { readHeader } from './read-header.ts';
import { headerOf, latin1 } from './picture-bytes.test-tools.ts';

test('the bytes decide, not a name: files of other formats are no pictures', async () => {
  const others = [
    '',
    '\0',
    'a text',
    '%PDF-1.7',
    'PK\x03\x04',
    '\0\0\0\x18ftypmp42',
    '<html>',
    'BM',
  ];
  for (const text of others) expect(await headerOf(latin1(text))).toBeUndefined();
  expect(await headerOf(Buffer.alloc(4_096))).toBeUndefined();
  expect(await headerOf(Buffer.alloc(4_096, 0xff))).toBeUndefined();
});

test('bytes behind the picture change nothing', async () => {
  for (const format of ['jpeg', 'png', 'gif', 'webp', 'tiff'] as const) {
    const bytes = await quarteredPicture(7, 5).toFormat(format).toBuffer();
    const header = await headerOf(bytes);
    expect(header).toMatchObject({ format, width: 7, height: 5 });
    expect(await headerOf(Buffer.concat([bytes, Buffer.alloc(9_000, 0xff)]))).toEqual(header);
  }
});

test('single wrong bytes never make a reader fail or run on', async () => {
  for (const format of ['jpeg', 'png', 'gif', 'webp', 'tiff', 'avif'] as const) {
    const picture = quarteredPicture(7, 5).withMetadata({ orientation: 6 });
    const bytes = await picture.toFormat(format).toBuffer();
    for (let at = 0; at < Math.min(bytes.length, 1_500); at += 1) {
      for (const value of [0x00, 0x7f, 0xff]) {
        const header = await headerOf(Buffer.from(bytes).fill(value, at, at + 1));
        expect(header === undefined || (header.width > 0 && header.height > 0)).toBe(true);
      }
    }
  }
});

test('a disk that fails is an error, not a file that is no picture', async () => {
  const bytes = await quarteredPicture(7, 5).jpeg().toBuffer();
  const failing = (position: number, length: number) =>
    position === 0 ? Promise.resolve(bytes.subarray(0, length)) : Promise.reject(new Error('disk'));
  await expect(readHeader(failing)).rejects.toThrow('disk');
});
