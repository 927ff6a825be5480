import type { ReadAt } from '../picture.ts';
import { type Header, unlessCut, viewOf } from './header.ts';

/** Maximum length of the box that describes an image. Those of cameras take a few kilobytes. */
const MAX_META_BYTES = 1_048_576;
const MAX_BOXES = 64;
const EXIF_KIND = 0x45_78_69_66;

interface Box {
  readonly kind: string;
  /** Offset of the contents. */
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the size of the largest image in an AVIF or HEIC, because a photo may consist of tiles, and the file may
 * contain thumbnails. Decoders of these formats rotate images themselves, so this is the size after rotation.
 * The EXIF is another item of the file.
 */
export async function readHeif(readAt: ReadAt): Promise<Header> {
  const meta = await findMeta(readAt);
  if (meta === undefined) return undefined;
  const view = new DataView(meta.buffer, meta.byteOffset, meta.byteLength);
  // Version and flags precede the boxes of 'meta'.
  const properties = boxNamed(view, { start: 4, end: view.byteLength }, 'iprp');
  const container = properties && boxNamed(view, properties, 'ipco');
  if (container === undefined) return undefined;
  let width = 0;
  let height = 0;
  let isTurned = false;
  for (const box of boxesIn(view, container)) {
    // Which image a property belongs to is not read: the thumbnail of a photo is rotated like the photo.
    if (box.kind === 'irot') isTurned ||= (view.getUint8(box.start) & 1) === 1;
    if (box.kind !== 'ispe') continue;
    const found = { width: view.getUint32(box.start + 4), height: view.getUint32(box.start + 8) };
    if (found.width * found.height <= width * height) continue;
    ({ width, height } = found);
  }
  const size = isTurned ? { width: height, height: width } : { width, height };
  return { ...size, exif: await unlessCut(exifIn(view, readAt)) };
}

/** Returns the position of the EXIF; undefined without one. */
async function exifIn(meta: DataView, readAt: ReadAt): Promise<number | undefined> {
  const whole = { start: 4, end: meta.byteLength };
  const [infos, locations] = [boxNamed(meta, whole, 'iinf'), boxNamed(meta, whole, 'iloc')];
  const item = infos && exifItemIn(meta, infos);
  const at = item === undefined || !locations ? undefined : positionOf(meta, locations, item);
  if (at === undefined) return undefined;
  // The item begins with the number of bytes between this number and the TIFF, which are mostly 'Exif' and two zeros.
  const skipped = viewOf(await readAt(at, 4)).getUint32(0);
  return at + 4 + skipped;
}

/** Returns the number of the item that is EXIF. Entries before version 2 have no kinds. */
function exifItemIn(view: DataView, { start, end }: Box): number | undefined {
  const first = start + (view.getUint8(start) === 0 ? 6 : 8);
  for (const { kind, start: at } of boxesIn(view, { start: first, end })) {
    const version = view.getUint8(at);
    if (kind !== 'infe' || version < 2) continue;
    const afterNumber = at + 4 + (version === 2 ? 2 : 4);
    const number = version === 2 ? view.getUint16(at + 4) : view.getUint32(at + 4);
    if (view.getUint32(afterNumber + 2) === EXIF_KIND) return number;
  }
  return undefined;
}

/** Returns the offset in the file of the first extent of an item (ISO/IEC 14496-12, 8.11.3). */
function positionOf(view: DataView, { start, end }: Box, item: number): number | undefined {
  const version = view.getUint8(start);
  const sizes = view.getUint16(start + 4);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  const isLong = version === 2;
  const count = isLong ? view.getUint32(start + 6) : view.getUint16(start + 6);
  let at = start + (isLong ? 10 : 8);
  for (let index = 0; index < count && at < end; index += 1) {
    const number = isLong ? view.getUint32(at) : view.getUint16(at);
    at += isLong ? 4 : 2;
    // Other construction methods count from other boxes.
    const isInFile = version === 0 || (view.getUint16(at) & 15) === 0;
    at += (version === 0 ? 0 : 2) + 2;
    const base = sizedNumber(view, at, baseSize);
    const extents = view.getUint16(at + baseSize);
    const firstExtent = at + baseSize + 2;
    if (number === item) {
      const offset = sizedNumber(view, firstExtent + indexSize, offsetSize);
      return isInFile && extents > 0 ? base + offset : undefined;
    }
    at = firstExtent + extents * (indexSize + offsetSize + lengthSize);
  }
  return undefined;
}

function sizedNumber(view: DataView, at: number, size: number): number {
  if (size === 4) return view.getUint32(at);
  return size === 8 ? Number(view.getBigUint64(at)) : 0;
}

async function findMeta(readAt: ReadAt): Promise<Uint8Array | undefined> {
  let at = 0;
  for (let count = 0; count < MAX_BOXES; count += 1) {
    const bytes = await readAt(at, 8);
    if (bytes.length < 8) return undefined;
    const view = new DataView(bytes.buffer, bytes.byteOffset, 8);
    const length = view.getUint32(0);
    const isMeta = Buffer.from(bytes.subarray(4, 8)).toString('latin1') === 'meta';
    // 0 and 1 stand for longer lengths, which only pixel data has. It follows 'meta'.
    if (length < 8) return undefined;
    if (isMeta) return length > MAX_META_BYTES ? undefined : readAt(at + 8, length - 8);
    at += length;
  }
  return undefined;
}

function boxNamed(view: DataView, within: Omit<Box, 'kind'>, kind: string): Box | undefined {
  for (const box of boxesIn(view, within)) if (box.kind === kind) return box;
  return undefined;
}

function* boxesIn(view: DataView, { start, end }: Omit<Box, 'kind'>): Generator<Box> {
  for (let at = start; at + 8 <= end;) {
    const length = view.getUint32(at);
    if (length < 8 || at + length > end) return;
    const kind = String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(at + offset)));
    yield { kind, start: at + 8, end: at + length };
    at += length;
  }
}
