import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { quarteredPicture } from '../../testing/pictures.ts';
import { headerOf, headersOfBeginnings, latin1, uint32 } from './picture-bytes.test-tools.ts';

function box(kind: string, ...content: readonly Uint8Array[]): Buffer {
  const inner = Buffer.concat(content);
  return Buffer.concat([uint32(inner.length + 8), latin1(kind), inner]);
}

/** Version and flags that stand before the content of some boxes. */
const FLAGS = Buffer.alloc(4);
const size = (width: number, height: number) => box('ispe', FLAGS, uint32(width), uint32(height));
/** Turns by a number of quarters. */
const turn = (quarters: number) => box('irot', Buffer.from([quarters]));

const brand = (name: string, ...others: readonly string[]) =>
  box('ftyp', latin1(name), FLAGS, ...others.map(latin1));
const meta = (...properties: readonly Buffer[]) =>
  box('meta', FLAGS, box('hdlr', FLAGS), box('iprp', box('ipco', ...properties)));
const heic = (...properties: readonly Buffer[]) =>
  Buffer.concat([brand('heic'), meta(...properties)]);

describe('AVIF of sharp', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'with orientation %i has its size as it is shown, and is upright',
    async (orientation) => {
      const picture = quarteredPicture(70, 50).withMetadata({ orientation });
      const header = await headerOf(await picture.avif({ effort: 0 }).toBuffer());
      expect(header).toEqual({
        format: 'avif',
        width: orientation >= 5 ? 50 : 70,
        height: orientation >= 5 ? 70 : 50,
        orientation: 1,
        isProgressive: false,
        isAnimated: false,
        thumbnail: undefined,
        exif: expect.any(Number),
      });
    },
  );
});

describe('HEIC of a phone', () => {
  let bytes: Buffer;
  beforeAll(async () => {
    const path = new URL('../../../acceptance/fixtures/photo.heic', import.meta.url);
    bytes = await readFile(fileURLToPath(path));
  });

  test('has its size', async () => {
    expect(await headerOf(bytes)).toMatchObject({ format: 'heic', width: 96, height: 64 });
  });

  test('cut at any byte is no picture, or has its true size', async () => {
    const headers = await headersOfBeginnings(bytes);
    const first = headers.findIndex((header) => header !== undefined);
    const at = bytes.indexOf('meta') - 4;
    // The complete box that describes the image must be present.
    expect(first).toBe(at + bytes.readUInt32BE(at));
    for (const header of headers.slice(first)) expect(header).toEqual(headers.at(-1));
  });
});

describe('properties', () => {
  test('the largest of several sizes counts, wherever it stands', async () => {
    const sizes = [size(512, 512), size(4_032, 3_024), size(320, 240)];
    expect(await headerOf(heic(...sizes))).toMatchObject({ width: 4_032, height: 3_024 });
    expect(await headerOf(heic(...sizes.toReversed()))).toMatchObject({ width: 4_032 });
  });

  test.each([
    [0, 30, 20],
    [1, 20, 30],
    [2, 30, 20],
    [3, 20, 30],
  ])('a turn by %i quarters', async (quarters, width, height) => {
    expect(await headerOf(heic(size(30, 20), turn(quarters)))).toMatchObject({ width, height });
    expect(await headerOf(heic(turn(quarters), size(30, 20)))).toMatchObject({ width, height });
  });

  test('the largest size of the format is accepted; 0 is no image', async () => {
    const most = 0xffff_ffff;
    expect(await headerOf(heic(size(most, most)))).toMatchObject({ width: most, height: most });
    expect(await headerOf(heic(size(0, 20)))).toBeUndefined();
    expect(await headerOf(heic())).toBeUndefined();
  });

  test('that are too short are no images', async () => {
    expect(await headerOf(heic(box('ispe', FLAGS, uint32(30))))).toBeUndefined();
    expect(await headerOf(heic(size(30, 20), box('irot')))).toBeUndefined();
  });

  test('that claim more than the box around them are not read', async () => {
    const claiming = size(4_000, 3_000);
    claiming.writeUInt32BE(claiming.length + 1, 0);
    expect(await headerOf(heic(size(30, 20), claiming))).toMatchObject({ width: 30, height: 20 });
    expect(await headerOf(heic(claiming))).toBeUndefined();
  });

  test('with a length below 8 end the search', async () => {
    for (const length of [0, 1, 7]) {
      const empty = Buffer.concat([uint32(length), latin1('free')]);
      expect(await headerOf(heic(size(30, 20), empty, size(40, 30)))).toMatchObject({ width: 30 });
    }
  });
});

describe('boxes around them', () => {
  test('are skipped up to the description', async () => {
    const free = box('free', Buffer.alloc(5_000));
    const file = Buffer.concat([brand('heic'), free, meta(size(30, 20))]);
    expect(await headerOf(file)).toMatchObject({ width: 30, height: 20 });
  });

  test('are looked through up to a limit of 64', async () => {
    const free = (count: number) => Array.from({ length: count }, () => box('free'));
    const file = (count: number) =>
      Buffer.concat([brand('heic'), ...free(count), meta(size(30, 20))]);
    expect(await headerOf(file(62))).toMatchObject({ width: 30 });
    expect(await headerOf(file(63))).toBeUndefined();
  });

  test.each([0, 1, 7])('a box of length %i ends the search', async (length) => {
    const odd = Buffer.concat([uint32(length), latin1('mdat')]);
    const file = Buffer.concat([brand('heic'), odd, meta(size(30, 20))]);
    expect(await headerOf(file)).toBeUndefined();
  });

  test.each([0, 1, 7])('a description of length %i is no picture', async (length) => {
    const file = heic(size(30, 20));
    file.writeUInt32BE(length, brand('heic').length);
    expect(await headerOf(file)).toBeUndefined();
  });

  test('a description of more than 1 MiB is no picture, and is not read', async () => {
    const at = brand('heic').length;
    const padded = (bytes: number) => {
      const properties = meta(size(30, 20));
      const padding = box('free', Buffer.alloc(bytes - properties.length - 8));
      const inner = [properties.subarray(8), padding];
      return Buffer.concat([brand('heic'), box('meta', ...inner)]);
    };
    expect(padded(1_048_576).readUInt32BE(at)).toBe(1_048_576);
    expect(await headerOf(padded(1_048_576))).toMatchObject({ width: 30, height: 20 });
    expect(await headerOf(padded(1_048_577))).toBeUndefined();
    const claiming = heic(size(30, 20));
    claiming.writeUInt32BE(0xffff_ffff, at);
    expect(await headerOf(claiming)).toBeUndefined();
  });

  test('a description without properties is no picture', async () => {
    const without = (...content: readonly Buffer[]) =>
      Buffer.concat([brand('heic'), box('meta', FLAGS, ...content)]);
    expect(await headerOf(without())).toBeUndefined();
    expect(await headerOf(without(box('iprp')))).toBeUndefined();
    expect(await headerOf(without(box('ipco', size(30, 20))))).toBeUndefined();
  });

  test('properties that claim more than the description holds are no picture', async () => {
    const file = heic(size(30, 20));
    const at = file.indexOf('iprp') - 4;
    file.writeUInt32BE(file.readUInt32BE(at) + 1, at);
    expect(await headerOf(file)).toBeUndefined();
  });
});

describe('brands', () => {
  test.each([
    ['avif', [], 'avif'],
    ['avis', [], 'avif'],
    ['heic', [], 'heic'],
    ['heix', [], 'heic'],
    ['hevc', [], 'heic'],
    ['hevx', [], 'heic'],
    ['mif1', ['heic'], 'heic'],
    ['mif1', ['miaf', 'avif'], 'avif'],
    ['msf1', ['avis'], 'avif'],
    ['isom', ['mp41'], undefined],
    ['heiC', [], undefined],
  ])('%s with %j is %s', async (name, others, format) => {
    const file = Buffer.concat([brand(name, ...others), meta(size(30, 20))]);
    expect((await headerOf(file))?.format).toBe(format);
  });
});
