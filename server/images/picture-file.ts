import type { FileContents } from '../storage/driver.ts';
import type { PhotoFacts } from '#contract/metadata.ts';
import { unlessCut } from './headers/header.ts';
import { readHeader } from './headers/read-header.ts';
import { readPhotoFacts } from './photo-facts.ts';
import { shownSize, type PictureHeader, type ReadAt } from './picture.ts';

/** Length of the blocks in which headers are read, because their parts are close together. */
const WINDOW_BYTES = 16 * 1024;

export function readerOf(contents: FileContents): ReadAt {
  if (contents.kind === 'whole') {
    return (position, length) =>
      Promise.resolve(contents.bytes.subarray(position, position + length));
  }
  const { file } = contents;
  let window: { readonly start: number; readonly bytes: Uint8Array } | undefined;
  return async (position, length) => {
    const start = window === undefined ? 0 : position - window.start;
    if (window === undefined || start < 0 || start + length > window.bytes.length) {
      const bytes = new Uint8Array(Math.max(length, WINDOW_BYTES));
      const read = await file.readInto(bytes, position);
      window = { start: position, bytes: bytes.subarray(0, read) };
    }
    return window.bytes.subarray(position - window.start, position - window.start + length);
  };
}

export function headerOf(contents: FileContents): Promise<PictureHeader | undefined> {
  return readHeader(readerOf(contents));
}

/** Returns the size in pixels after rotation; undefined if the file is not an image or has no size. */
export async function resolutionOf(
  contents: FileContents,
): Promise<{ readonly width: number; readonly height: number } | undefined> {
  const header = await headerOf(contents);
  if (header === undefined || header.width === 0) return undefined;
  return shownSize(header);
}

/** Reads the EXIF of a photo; undefined if the file is not an image or has none. */
export async function photoFactsOf(contents: FileContents): Promise<PhotoFacts | undefined> {
  const readAt = readerOf(contents);
  const header = await readHeader(readAt);
  if (header?.exif === undefined) return undefined;
  return unlessCut(readPhotoFacts(readAt, header.exif));
}
