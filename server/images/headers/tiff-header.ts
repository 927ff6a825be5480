import { orientationOf, type Orientation, type ReadAt } from '../picture.ts';
import { unlessCut, viewOf, type Header } from './header.ts';

const WIDTH = 0x100;
const HEIGHT = 0x101;
const ORIENTATION = 0x112;
const THUMBNAIL_POSITION = 0x201;
const THUMBNAIL_LENGTH = 0x202;
/** Maximum number of tags. A directory with more is invalid. */
const MAX_TAGS = 512;
/** EXIF is in a segment of 64 KiB, so its thumbnail is smaller. */
const MAX_THUMBNAIL_BYTES = 65_536;

interface Directory {
  readonly tags: ReadonlyMap<number, number>;
  /** Offset of the next directory; 0 after the last. */
  readonly next: number;
}

/**
 * Reads the first directories of a TIFF, which is also the format of EXIF. `start`: its offset in the file, to which
 * all its positions are relative.
 */
export async function readTiff(readAt: ReadAt, start: number): Promise<Header> {
  const head = viewOf(await readAt(start, 8));
  const isLittle = head.getUint16(0) === 0x49_49;
  if (head.getUint16(2, isLittle) !== 42) return undefined;
  const reader = { readAt, start, isLittle };
  const main = await readDirectory(reader, head.getUint32(4, isLittle));
  const thumbnail = main.next === 0 ? undefined : await unlessCut(readDirectory(reader, main.next));
  return {
    width: main.tags.get(WIDTH) ?? 0,
    height: main.tags.get(HEIGHT) ?? 0,
    orientation: orientationIn(main),
    thumbnail: thumbnail && thumbnailIn(thumbnail, start),
    exif: start,
  };
}

function orientationIn({ tags }: Directory): Orientation {
  return orientationOf(tags.get(ORIENTATION) ?? 1);
}

function thumbnailIn({ tags }: Directory, start: number) {
  const position = tags.get(THUMBNAIL_POSITION);
  const length = tags.get(THUMBNAIL_LENGTH);
  if (position === undefined || length === undefined || length > MAX_THUMBNAIL_BYTES) {
    return undefined;
  }
  return { position: start + position, length };
}

async function readDirectory(
  {
    readAt,
    start,
    isLittle,
  }: { readonly readAt: ReadAt; readonly start: number; readonly isLittle: boolean },
  position: number,
): Promise<Directory> {
  const count = viewOf(await readAt(start + position, 2)).getUint16(0, isLittle);
  if (count > MAX_TAGS) return { tags: new Map(), next: 0 };
  const view = viewOf(await readAt(start + position + 2, count * 12 + 4));
  const tags = new Map<number, number>();
  for (let at = 0; at + 12 <= Math.min(count * 12, view.byteLength); at += 12) {
    const isShort = view.getUint16(at + 2, isLittle) === 3;
    const value = isShort ? view.getUint16(at + 8, isLittle) : view.getUint32(at + 8, isLittle);
    tags.set(view.getUint16(at, isLittle), value);
  }
  const end = count * 12;
  return { tags, next: view.byteLength >= end + 4 ? view.getUint32(end, isLittle) : 0 };
}
