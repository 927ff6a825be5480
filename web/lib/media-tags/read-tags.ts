import { readFlac } from './flac.ts';
import { id3Length, readId3 } from './id3.ts';
import { asciiAt, type MediaTags, type ReadBytes } from './media-tags.ts';
import { readMp4 } from './mp4.ts';
import { readOgg } from './ogg.ts';

/** Bytes of a request. The tags of most files lie within the first one. */
const CHUNK_BYTES = 65_536;

/**
 * Reads the tags of a sound file of `size` bytes, recognized by its first bytes. Returns none for other files and for damaged tags. Throws
 * what `read` throws.
 */
export async function readTags(read: ReadBytes, size: number): Promise<MediaTags> {
  const cached = withChunks(read, size);
  const head = await cached(0, 16);
  try {
    if (asciiAt(head, 4, 4) === 'ftyp') return await readMp4(cached, size);
    if (asciiAt(head, 0, 4) === 'OggS') return await readOgg(cached);
    const tagLength = id3Length(head);
    const tags = tagLength > 0 ? await readId3(cached) : {};
    const isFlac = asciiAt(await cached(tagLength, 4), 0, 4) === 'fLaC';
    return isFlac ? { ...tags, ...(await readFlac(cached, tagLength)) } : tags;
  } catch (failure) {
    if (failure instanceof RangeError || failure instanceof DOMException) return {};
    throw failure;
  }
}

/** Reads whole chunks and keeps the last one, so that neighbouring reads are one request. */
function withChunks(read: ReadBytes, size: number): ReadBytes {
  let kept: { readonly from: number; readonly bytes: Uint8Array<ArrayBuffer> } | undefined;
  return async (from, length) => {
    const wanted = Math.max(0, Math.min(length, size - from));
    if (wanted === 0) return new Uint8Array();
    const isKept = kept && from >= kept.from && from + wanted <= kept.from + kept.bytes.length;
    if (!kept || !isKept) {
      const count = Math.min(size - from, Math.max(wanted, CHUNK_BYTES));
      kept = { from, bytes: await read(from, count) };
    }
    return kept.bytes.subarray(from - kept.from, from - kept.from + wanted);
  };
}
