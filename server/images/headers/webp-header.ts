import type { ReadAt } from '../picture.ts';
import { unlessCut, type Header } from './header.ts';
import { readTiff } from './tiff-header.ts';

const LOSSY = 0x56_50_38_20; // 'VP8 '
const LOSSLESS = 0x56_50_38_4c; // VP8L
const EXIF = 0x45_58_49_46;
const MOVES = 0x02;
const HAS_EXIF = 0x08;
/** Maximum number of chunks before the one with the orientation. */
const MAX_CHUNKS = 64;

export async function readWebp(head: DataView, readAt: ReadAt): Promise<Header> {
  const kind = head.getUint32(12);
  if (kind === LOSSY) {
    return {
      width: head.getUint16(26, true) & 0x3fff,
      height: head.getUint16(28, true) & 0x3fff,
    };
  }
  if (kind === LOSSLESS) {
    const bits = head.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  const flags = head.getUint8(20);
  const width = (head.getUint32(24, true) & 0xff_ffff) + 1;
  const height = (head.getUint32(26, true) >>> 8) + 1;
  const isAnimated = (flags & MOVES) !== 0;
  if ((flags & HAS_EXIF) === 0) return { width, height, isAnimated };
  const exif = await unlessCut(exifOf(readAt));
  return { width, height, isAnimated, orientation: exif?.orientation ?? 1, exif: exif?.exif };
}

/** EXIF follows the pixels. */
async function exifOf(readAt: ReadAt): Promise<Header> {
  let at = 12;
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk += 1) {
    const bytes = await readAt(at, 8);
    if (bytes.length < 8) return undefined;
    const view = new DataView(bytes.buffer, bytes.byteOffset, 8);
    const length = view.getUint32(4, true);
    if (view.getUint32(0) === EXIF)
      return readTiff(readAt, at + 8 + (await nameBytes(readAt, at + 8)));
    at += 8 + length + (length & 1);
  }
  return undefined;
}

/** Some programs put the name in front that EXIF has in a JPEG. */
async function nameBytes(readAt: ReadAt, at: number): Promise<number> {
  const name = await readAt(at, EXIF_NAME.length);
  return EXIF_NAME.equals(name) ? EXIF_NAME.length : 0;
}
const EXIF_NAME = Buffer.from('Exif\0\0');
