import type { PictureHeader, ReadAt } from '../picture.ts';
import { readHeader } from './read-header.ts';

/** No reader may need more reads of one file; a test fails here instead of running forever. */
const MAX_READS = 1_000;
/** The largest piece that a reader may ask for, whatever lengths the file claims. */
const MAX_READ_BYTES = 1_048_576;

/** Reads from `bytes` as from a file; throws when a reader asks for too much or too often. */
export function readerOf(bytes: Uint8Array): ReadAt {
  let reads = 0;
  return (position, length) => {
    reads += 1;
    if (reads > MAX_READS) throw new Error(`more than ${MAX_READS} reads`);
    if (position < 0 || length < 0) throw new Error(`read of ${length} bytes at ${position}`);
    if (length > MAX_READ_BYTES) throw new Error(`read of ${length} bytes at once`);
    return Promise.resolve(bytes.subarray(position, position + length));
  };
}

export function headerOf(bytes: Uint8Array): Promise<PictureHeader | undefined> {
  return readHeader(readerOf(bytes));
}

/** Returns the header of each beginning of a file: of 0 bytes, of 1 byte, up to the whole file. */
export function headersOfBeginnings(
  bytes: Uint8Array,
): Promise<readonly (PictureHeader | undefined)[]> {
  const lengths = Array.from({ length: bytes.length + 1 }, (_, length) => length);
  return Promise.all(lengths.map((length) => headerOf(bytes.subarray(0, length))));
}

export function uint16(value: number, isLittle = false): Buffer {
  const bytes = Buffer.alloc(2);
  if (isLittle) bytes.writeUInt16LE(value);
  else bytes.writeUInt16BE(value);
  return bytes;
}

export function uint32(value: number, isLittle = false): Buffer {
  const bytes = Buffer.alloc(4);
  if (isLittle) bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
}

export function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

export interface TiffTag {
  readonly number: number;
  readonly value: number;
  readonly type?: 'short' | 'long';
}

export interface TiffDirectory {
  readonly tags: readonly TiffTag[];
  /** Position of the next directory; by default the one behind it in the list, 0 after the last. */
  readonly next?: number;
}

/** A TIFF of directories that follow each other, without pixels; EXIF has the same format. */
export function tiff(directories: readonly TiffDirectory[], isLittle = true): Buffer {
  let position = 8;
  const parts = directories.map(({ tags, next }, index) => {
    position += 6 + tags.length * 12;
    const following = index + 1 < directories.length ? position : 0;
    const entries = tags.map((tag) => tiffTag(tag, isLittle));
    return Buffer.concat([
      uint16(tags.length, isLittle),
      ...entries,
      uint32(next ?? following, isLittle),
    ]);
  });
  const head = [latin1(isLittle ? 'II' : 'MM'), uint16(42, isLittle), uint32(8, isLittle)];
  return Buffer.concat([...head, ...parts]);
}

function tiffTag({ number, value, type = 'short' }: TiffTag, isLittle: boolean): Buffer {
  const isShort = type === 'short';
  const stored = isShort
    ? [uint16(value, isLittle), uint16(0, isLittle)]
    : [uint32(value, isLittle)];
  return Buffer.concat([
    uint16(number, isLittle),
    uint16(isShort ? 3 : 4, isLittle),
    uint32(1, isLittle),
    ...stored,
  ]);
}

export const TAGS = {
  width: 0x100,
  height: 0x101,
  orientation: 0x112,
  thumbnailPosition: 0x201,
  thumbnailLength: 0x202,
} as const;

/** EXIF that holds only an orientation. */
export function orientedExif(orientation: number, isLittle = true): Buffer {
  return tiff([{ tags: [{ number: TAGS.orientation, value: orientation }] }], isLittle);
}
