import { fileURLToPath } from 'node:url';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { quarteredPicture } from '../testing/pictures.ts';
import { readerOf } from './headers/picture-bytes.test-tools.ts';
import { readHeader } from './headers/read-header.ts';
import { readPhotoFacts } from './photo-facts.ts';

const EXIF = {
  IFD0: { Make: 'FUJIFILM', Model: 'X-T5' },
  IFD2: {
    DateTimeOriginal: '2025:07:12 08:20:11',
    ExposureTime: '1/250',
    FNumber: '28/10',
    ISOSpeedRatings: '200',
    FocalLength: '35/1',
    LensModel: 'XF16-55mmF2.8 R LM WR',
  },
  IFD3: {
    GPSLatitudeRef: 'S',
    GPSLatitude: '46/1 24/1 3600/100',
    GPSLongitudeRef: 'E',
    GPSLongitude: '11/1 30/1 0/1',
  },
} as const;

const ALL = {
  camera: 'FUJIFILM X-T5',
  lens: 'XF16-55mmF2.8 R LM WR',
  takenAt: '2025-07-12T08:20:11',
  exposureSeconds: 1 / 250,
  aperture: 2.8,
  iso: 200,
  focalLengthMm: 35,
  place: { latitude: -46.41, longitude: 11.5 },
};

async function factsOf(bytes: Uint8Array) {
  const header = await readHeader(readerOf(bytes));
  return header?.exif === undefined
    ? undefined
    : readPhotoFacts(readerOf(bytes), header.exif).catch((error: unknown) => {
        // Bytes that end too early, which callers expect.
        if (error instanceof RangeError) return undefined;
        throw error;
      });
}

const photo = (exif: Parameters<ReturnType<typeof quarteredPicture>['withExif']>[0] = EXIF) =>
  quarteredPicture(16, 8).withExif(exif);

test.each([
  ['jpeg', () => photo().jpeg()],
  ['webp', () => photo().webp()],
  ['avif', () => photo().avif({ effort: 0 })],
])('a %s tells camera, exposure, time and place', async (_, encoded) => {
  expect(await factsOf(await encoded().toBuffer())).toEqual(ALL);
});

test('a camera that repeats its maker is told once, and missing facts are absent', async () => {
  const exif = { IFD0: { Make: 'Canon', Model: 'Canon EOS R6' } };
  expect(await factsOf(await photo(exif).jpeg().toBuffer())).toEqual({ camera: 'Canon EOS R6' });
});

test('impossible values are left out', async () => {
  const exif = {
    IFD0: { Model: 'X' },
    IFD2: { DateTimeOriginal: '0000:00:00 00:00:00', ExposureTime: '1/0', FNumber: '0/1' },
    IFD3: { ...EXIF.IFD3, GPSLatitude: '146/1 24/1 0/1' },
  };
  expect(await factsOf(await photo(exif).jpeg().toBuffer())).toEqual({ camera: 'X' });
});

test.each(['2025:02:30 10:00:00', '2025:07:12 24:00:00', '2025:13:01 10:00:00'])(
  'a time that no calendar has is left out: %s',
  async (DateTimeOriginal) => {
    const exif = { IFD0: { Model: 'X' }, IFD2: { DateTimeOriginal } };
    expect(await factsOf(await photo(exif).jpeg().toBuffer())).toEqual({ camera: 'X' });
  },
);

test('a file that is cut at any byte has some of its facts, or none', async () => {
  const bytes = await photo().jpeg().toBuffer();
  for (let length = 0; length < bytes.length; length += 1) {
    expect(ALL).toMatchObject((await factsOf(bytes.subarray(0, length))) ?? {});
  }
});

test('a HEIC without EXIF has none', async () => {
  const file = fileURLToPath(new URL('../../acceptance/fixtures/photo.heic', import.meta.url));
  expect(await factsOf(await readFile(file))).toBeUndefined();
});
