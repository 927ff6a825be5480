import { asciiAt, type MediaTags, type ReadBytes, viewOf } from './media-tags.ts';
import { readComments } from './vorbis-comments.ts';

/** Bytes of a file that are searched for its comments, which may hold a picture. */
const MAX_BYTES = 1_048_576;
/** Bytes that hold the comments of most files. */
const USUAL_BYTES = 65_536;
const PAGE_HEADER = 27;

/** Reads the comments of an Ogg file (RFC 3533) with Vorbis or Opus, which are its second packet. */
export async function readOgg(read: ReadBytes): Promise<MediaTags> {
  const packet = secondPacket(await read(0, USUAL_BYTES)) ?? secondPacket(await read(0, MAX_BYTES));
  if (!packet) return {};
  if (asciiAt(packet, 0, 7) === '\u0003vorbis') return readComments(packet.subarray(7));
  return asciiAt(packet, 0, 8) === 'OpusTags' ? readComments(packet.subarray(8)) : {};
}

/** Returns the second packet; undefined if it does not end within `bytes`. */
function secondPacket(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  const parts: Uint8Array[] = [];
  let packet = 0;
  let serial: number | undefined;
  let at = 0;
  while (at + PAGE_HEADER <= bytes.length && asciiAt(bytes, at, 4) === 'OggS') {
    const segments = bytes.subarray(at + PAGE_HEADER, at + PAGE_HEADER + (bytes[at + 26] ?? 0));
    let content = at + PAGE_HEADER + segments.length;
    const stream = viewOf(bytes).getUint32(at + 14);
    serial ??= stream;
    for (const length of segments) {
      if (stream === serial && packet === 1) parts.push(bytes.subarray(content, content + length));
      content += length;
      // A segment below 255 bytes ends a packet.
      if (stream !== serial || length === 255) continue;
      if (packet === 1) return content <= bytes.length ? joined(parts) : undefined;
      packet += 1;
    }
    at = content;
  }
  return undefined;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
