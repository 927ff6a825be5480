import type { PictureFormat, PictureHeader, ReadAt } from '../picture.ts';
import { viewOf, type Header } from './header.ts';
import { readHeif } from './heif-header.ts';
import { readJpeg } from './jpeg-header.ts';
import { readBmp, readGif, readIco, readPng } from './plain-headers.ts';
import { beginsWithSvg } from './svg-header.ts';
import { readTiff } from './tiff-header.ts';
import { readWebp } from './webp-header.ts';

/** Enough for all headers except those of JPEG, TIFF and HEIF, whose readers read more. */
const HEAD_BYTES = 4_096;

type HeaderReader = (head: DataView, readAt: ReadAt) => Promise<Header> | Header;
const READERS: Readonly<Record<Exclude<PictureFormat, 'svg'>, HeaderReader>> = {
  jpeg: (_, readAt) => readJpeg(readAt),
  png: readPng,
  gif: readGif,
  webp: readWebp,
  avif: (_, readAt) => readHeif(readAt),
  heic: (_, readAt) => readHeif(readAt),
  tiff: (_, readAt) => readTiff(readAt, 0),
  bmp: readBmp,
  ico: readIco,
};

/** Reads the format and size of an image from its bytes, whatever its name; undefined for an unknown format. */
export async function readHeader(readAt: ReadAt): Promise<PictureHeader | undefined> {
  const bytes = await readAt(0, HEAD_BYTES);
  const format = formatOf(bytes);
  if (format === undefined) return undefined;
  if (format === 'svg') return whole(format, { width: 0, height: 0 });
  try {
    const header = await READERS[format](viewOf(bytes), readAt);
    if (header === undefined || header.width <= 0 || header.height <= 0) return undefined;
    return whole(format, header);
  } catch (error) {
    // The file ends before the end of the header.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function whole(format: PictureFormat, header: NonNullable<Header>): PictureHeader {
  const defaults = { orientation: 1, isProgressive: false, isAnimated: false } as const;
  return { ...defaults, thumbnail: undefined, ...header, format };
}

/** The first bytes of each format, as text with one byte per character. */
const BEGINNINGS: readonly (readonly [PictureFormat, RegExp])[] = [
  ['jpeg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n\x1a\n/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF.{4}WEBPVP8/s],
  ['avif', /^.{4}ftyp(?:avif|avis)/s],
  ['heic', /^.{4}ftyp(?:heic|heix|hevc|hevx)/s],
  // A brand that several formats share: the compatible brands decide.
  ['avif', /^.{4}ftyp(?:mif1|msf1).{4,64}?avi[fs]/s],
  ['heic', /^.{4}ftyp(?:mif1|msf1)/s],
  ['tiff', /^(?:II\*\0|MM\0\*)/],
  ['bmp', /^BM.{4}\0\0\0\0/s],
  ['ico', /^\0\0\x01\0[^\0]\0/s],
];

function formatOf(head: Uint8Array): PictureFormat | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  const known = BEGINNINGS.find(([, pattern]) => pattern.test(text))?.[0];
  return known ?? (beginsWithSvg(text) ? 'svg' : undefined);
}
