import { cleanTags, type MediaTags, viewOf } from './media-tags.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Maximum number of comments that are read. */
const MAX_COMMENTS = 1_000;

/** Reads Vorbis comments (xiph.org), which FLAC, Ogg Vorbis and Opus use. Throws RangeError for truncated ones. */
export function readComments(bytes: Bytes): MediaTags {
  const view = viewOf(bytes);
  const text = new TextDecoder();
  let at = 4 + view.getUint32(0, true);
  const count = Math.min(view.getUint32(at, true), MAX_COMMENTS);
  at += 4;
  const found = new Map<string, string>();
  for (let index = 0; index < count; index += 1) {
    const length = view.getUint32(at, true);
    const comment = text.decode(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
    const sign = comment.indexOf('=');
    const name = comment.slice(0, sign).toUpperCase();
    if (sign > 0 && !found.has(name)) found.set(name, comment.slice(sign + 1));
  }
  const picture = found.get('METADATA_BLOCK_PICTURE');
  return cleanTags({
    title: found.get('TITLE'),
    artist: found.get('ARTIST'),
    album: found.get('ALBUM'),
    cover: picture === undefined ? undefined : pictureIn(fromBase64(picture)),
  });
}

/** Returns the picture in a FLAC picture block (RFC 9639, section 8.8). Throws RangeError for a truncated one. */
export function pictureIn(block: Bytes): Bytes {
  const view = viewOf(block);
  const description = 8 + view.getUint32(4);
  const dimensions = description + 4 + view.getUint32(description);
  const length = view.getUint32(dimensions + 16);
  return block.subarray(dimensions + 20, dimensions + 20 + length);
}

function fromBase64(text: string): Bytes {
  return Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);
}
