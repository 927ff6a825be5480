import { readHeader } from './headers/read-header.ts';
import type { PictureHeader, ReadAt } from './picture.ts';

/** A smaller one would be blown up, and show it: most cameras embed 160 × 120 (docs/decisions/0014). */
const MIN_SIDE = 256;
/** Cameras put black bars above and below to fit another shape. */
const MAX_DIFFERENCE = 0.02;

/** The small JPEG inside a photo where it is good enough for a thumbnail, and what it is. */
export async function embeddedThumbnail(
  readAt: ReadAt,
  photo: PictureHeader,
): Promise<{ readonly bytes: Uint8Array; readonly header: PictureHeader } | undefined> {
  if (photo.format !== 'jpeg' || photo.thumbnail === undefined) return undefined;
  const { position, length } = photo.thumbnail;
  const bytes = Uint8Array.from(await readAt(position, length));
  const header = await readHeader((at, count) => Promise.resolve(bytes.subarray(at, at + count)));
  if (header?.format !== 'jpeg' || bytes.length < length) return undefined;
  const isLargeEnough = Math.min(header.width, header.height) >= MIN_SIDE;
  const difference = (header.width / header.height) * (photo.height / photo.width) - 1;
  if (!isLargeEnough || Math.abs(difference) > MAX_DIFFERENCE) return undefined;
  return { bytes, header };
}
