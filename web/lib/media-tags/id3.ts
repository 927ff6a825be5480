import {
  asciiAt,
  cleanTags,
  type MediaTags,
  MAX_TAG_BYTES,
  type ReadBytes,
  viewOf,
} from './media-tags.ts';

/** Length of the header of a tag. */
const HEADER = 10;
const UNSYNCHRONIZED = 0x80;
const EXTENDED = 0x40;

/** Returns the bytes of an ID3v2 tag at the start of a file, from its first 10 bytes; 0 without one. */
export function id3Length(head: Uint8Array): number {
  if (head.length < HEADER || asciiAt(head, 0, 3) !== 'ID3') return 0;
  return HEADER + synchsafe(head, 6);
}

/** Reads an ID3 tag of version 2.2, 2.3 or 2.4 (id3.org) at the start of a file. */
export async function readId3(read: ReadBytes): Promise<MediaTags> {
  const head = await read(0, HEADER);
  const [major = 0, flags = 0] = [head[3], head[5]];
  const length = Math.min(id3Length(head), MAX_TAG_BYTES);
  if (length <= HEADER || major < 2 || major > 4) return {};
  const stored = (await read(0, length)).subarray(HEADER);
  const isUnsynchronized = (flags & UNSYNCHRONIZED) !== 0 && major < 4;
  const body = isUnsynchronized ? synchronized(stored) : stored;
  const start = (flags & EXTENDED) !== 0 && major > 2 ? extendedLength(body, major) : 0;
  const tags: { -readonly [Key in keyof MediaTags]: MediaTags[Key] | undefined } = {};
  for (const { id, data } of framesOf(body.subarray(start), major)) {
    if (id === 'TIT2' || id === 'TT2') tags.title ??= textOf(data);
    else if (id === 'TPE1' || id === 'TP1') tags.artist ??= textOf(data);
    else if (id === 'TALB' || id === 'TAL') tags.album ??= textOf(data);
    else if (id === 'APIC' || id === 'PIC') tags.cover ??= pictureOf(data, id === 'PIC');
  }
  return cleanTags(tags);
}

interface Frame {
  readonly id: string;
  readonly data: Uint8Array<ArrayBuffer>;
}

function* framesOf(body: Uint8Array<ArrayBuffer>, major: number): Generator<Frame> {
  const header = major === 2 ? 6 : 10;
  let at = 0;
  while (at + header <= body.length) {
    const id = asciiAt(body, at, major === 2 ? 3 : 4);
    if (!/^[A-Z][A-Z0-9]+$/.test(id)) return;
    const size = frameSize(body, at, major);
    const flags = major === 2 ? 0 : (body[at + 9] ?? 0);
    const data = body.subarray(at + header, at + header + size);
    if (data.length < size) return;
    yield { id, data: major === 4 ? plainData(data, flags) : data };
    at += header + size;
  }
}

function frameSize(body: Uint8Array, at: number, major: number): number {
  if (major === 2) return viewOf(body).getUint32(at + 2) & 0xff_ff_ff;
  return major === 4 ? synchsafe(body, at + 4) : viewOf(body).getUint32(at + 4);
}

/** Returns the content of a frame of version 2.4, which may state its length first, and may be unsynchronized by itself. */
function plainData(data: Uint8Array<ArrayBuffer>, flags: number): Uint8Array<ArrayBuffer> {
  const content = (flags & 0x01) !== 0 ? data.subarray(4) : data;
  return (flags & 0x02) !== 0 ? synchronized(content) : content;
}

function extendedLength(body: Uint8Array, major: number): number {
  return major === 4 ? synchsafe(body, 0) : 4 + viewOf(body).getUint32(0);
}

/** Returns a number that is stored in four bytes of seven bits each. */
function synchsafe(bytes: Uint8Array, at: number): number {
  return [0, 1, 2, 3].reduce((size, index) => size * 128 + ((bytes[at + index] ?? 0) & 0x7f), 0);
}

/** Removes the zero after each 255, which keeps old players from taking tags for sound. */
function synchronized(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.filter((byte, index) => byte !== 0 || bytes[index - 1] !== 0xff);
}

/** Returns the first of the values in a frame of text, which zeros separate. The first byte is the encoding. */
function textOf(data: Uint8Array): string {
  return decode(data.subarray(1), data[0] ?? 0).split('\0')[0] ?? '';
}

function decode(bytes: Uint8Array, encoding: number): string {
  if (encoding === 1) {
    const isBigEndian = bytes[0] === 0xfe && bytes[1] === 0xff;
    return new TextDecoder(isBigEndian ? 'utf-16be' : 'utf-16le').decode(bytes);
  }
  if (encoding === 2) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder(encoding === 3 ? 'utf-8' : 'windows-1252').decode(bytes);
}

/** Returns the picture in a frame, which follows its encoding, format, kind and description. `isOld` is true for a frame of version 2.2. */
function pictureOf(data: Uint8Array<ArrayBuffer>, isOld: boolean): Uint8Array<ArrayBuffer> {
  const encoding = data[0] ?? 0;
  const format = isOld ? 4 : data.indexOf(0, 1) + 1;
  const description = format + 1;
  if (encoding !== 1 && encoding !== 2) return data.subarray(data.indexOf(0, description) + 1);
  let end = description;
  while (end + 1 < data.length && (data[end] !== 0 || data[end + 1] !== 0)) end += 2;
  return data.subarray(end + 2);
}
