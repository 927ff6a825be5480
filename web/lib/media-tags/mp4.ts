import {
  asciiAt,
  cleanTags,
  type MediaTags,
  MAX_TAG_BYTES,
  type ReadBytes,
  viewOf,
} from './media-tags.ts';

/** A box of an MP4 file. `start` and `end` (exclusive) are the positions of its content in the bytes that are read. */
interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const MAX_BOXES = 256;
/** The content of a `meta` box begins with a version. */
const META_VERSION = 4;
/** Position of the value in an item: after the header of its `data` box (8 bytes), a type and a language (4 bytes each). */
const VALUE_AT = 16;

/** Reads the tags of an MP4 file (ISO 14496-12) in the form of iTunes: `moov/udta/meta/ilst`. */
export async function readMp4(read: ReadBytes, size: number): Promise<MediaTags> {
  const movie = await boxNamed(read, 'moov', 0, size);
  const user = movie && (await boxNamed(read, 'udta', movie.start, movie.end));
  const meta = user && (await boxNamed(read, 'meta', user.start, user.end));
  const list = meta && (await boxNamed(read, 'ilst', meta.start + META_VERSION, meta.end));
  if (!list || list.end - list.start > MAX_TAG_BYTES) return {};
  const bytes = await read(list.start, list.end - list.start);
  const text = (name: string) => {
    const value = valueOf(bytes, name);
    return value && new TextDecoder().decode(value);
  };
  return cleanTags({
    title: text('\u00a9nam'),
    artist: text('\u00a9ART'),
    album: text('\u00a9alb'),
    cover: valueOf(bytes, 'covr'),
  });
}

async function boxNamed(
  read: ReadBytes,
  type: string,
  from: number,
  end: number,
): Promise<Box | undefined> {
  let at = from;
  for (let count = 0; count < MAX_BOXES && at + 8 <= end; count += 1) {
    const box = boxAt(await read(at, 16), at, end);
    if (!box) return undefined;
    if (box.type === type) return box;
    at = box.end;
  }
  return undefined;
}

function boxAt(header: Uint8Array, at: number, end: number): Box | undefined {
  if (header.length < 8) return undefined;
  const view = viewOf(header);
  const short = view.getUint32(0);
  const isLong = short === 1 && header.length >= 16;
  const length = isLong ? Number(view.getBigUint64(8)) : short === 0 ? end - at : short;
  const start = at + (isLong ? 16 : 8);
  if (at + length < start) return undefined;
  return { type: asciiAt(header, 4, 4), start, end: Math.min(end, at + length) };
}

/** Returns the value of an item of a list. */
function valueOf(list: Uint8Array<ArrayBuffer>, name: string): Uint8Array<ArrayBuffer> | undefined {
  let at = 0;
  while (at + 8 <= list.length) {
    const box = boxAt(list.subarray(at, at + 16), at, list.length);
    if (!box) return undefined;
    if (box.type === name) {
      const data = boxAt(list.subarray(box.start, box.start + 16), box.start, box.end);
      return data?.type === 'data' ? list.subarray(box.start + VALUE_AT, data.end) : undefined;
    }
    at = box.end;
  }
  return undefined;
}
