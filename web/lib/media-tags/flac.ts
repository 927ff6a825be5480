import { cleanTags, type MediaTags, MAX_TAG_BYTES, type ReadBytes, viewOf } from './media-tags.ts';
import { pictureIn, readComments } from './vorbis-comments.ts';

const COMMENTS = 4;
const PICTURE = 6;
const IS_LAST = 0x80;
const MAX_BLOCKS = 64;

/** Reads the metadata blocks (RFC 9639, section 8) of a FLAC stream that starts at `start`. */
export async function readFlac(read: ReadBytes, start: number): Promise<MediaTags> {
  let tags: MediaTags = {};
  let at = start + 4;
  for (let block = 0; block < MAX_BLOCKS; block += 1) {
    const header = await read(at, 4);
    if (header.length < 4) break;
    const [first = 0] = header;
    const length = viewOf(header).getUint32(0) & 0xff_ff_ff;
    const type = first & ~IS_LAST;
    if ((type === COMMENTS || type === PICTURE) && length <= MAX_TAG_BYTES) {
      const content = await read(at + 4, length);
      const found =
        type === COMMENTS ? readComments(content) : cleanTags({ cover: pictureIn(content) });
      tags = { ...found, ...tags };
    }
    if ((first & IS_LAST) !== 0) break;
    at += 4 + length;
  }
  return tags;
}
