import { readHeader } from './headers/read-header.ts';
import type { PictureHeader, ReadAt } from './picture.ts';

/** Maximum relative difference of the aspect ratios: cameras add black bars to a thumbnail of another shape. */
const MAX_DIFFERENCE = 0.02;

/**
 * Returns the JPEG thumbnail inside a photo, and its header; undefined if there is none, or it is too small, cut off, no JPEG, or of another
 * shape.
 * @param minSide minimum length of the shorter side in pixels: a smaller thumbnail would be enlarged, visibly. Most cameras embed 160 × 120
 * (docs/decisions/0014).
 */
export async function embeddedThumbnail(
  readAt: ReadAt,
  photo: PictureHeader,
  minSide: number,
): Promise<{ readonly bytes: Uint8Array; readonly header: PictureHeader } | undefined> {
  if (photo.format !== 'jpeg' || photo.thumbnail === undefined) return undefined;
  const { position, length } = photo.thumbnail;
  const bytes = Uint8Array.from(await readAt(position, length));
  const header = await readHeader((at, count) => Promise.resolve(bytes.subarray(at, at + count)));
  if (header?.format !== 'jpeg' || bytes.length < length) return undefined;
  const isLargeEnough = Math.min(header.width, header.height) >= minSide;
  const difference = (header.width / header.height) * (photo.height / photo.width) - 1;
  if (!isLargeEnough || Math.abs(difference) > MAX_DIFFERENCE) return undefined;
  return { bytes, header };
}
