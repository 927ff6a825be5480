import type { PreviewSize } from '#contract/previews.ts';
import { AppError } from '../errors.ts';
import { MOST_MEMORY, weightOf } from './decoding/weight.ts';
import { MOST_PIXELS, MOST_SIDE_PIXELS, MOST_SOURCE_BYTES, MOST_SVG_BYTES } from './limits.ts';
import { shownSize, type PictureFormat, type PictureHeader } from './picture.ts';

const KIB = 1024;
const BIG_SIDE = 1_080;

/** Up to so many bytes a picture is its own thumbnail: what moves goes on moving, and lines stay sharp. */
const OWN_THUMB_BYTES: Partial<Readonly<Record<PictureFormat, number>>> = {
  gif: 32 * KIB,
  webp: 32 * KIB,
  avif: 32 * KIB,
  svg: 32 * KIB,
  ico: 256 * KIB,
};
/** Up to so many bytes a picture that fits the screen is shown as it is: it would only lose. */
const OWN_BIG_BYTES: Partial<Readonly<Record<PictureFormat, number>>> = {
  jpeg: 1_024 * KIB,
  png: 1_024 * KIB,
  gif: 1_024 * KIB,
  webp: 1_024 * KIB,
  avif: 1_024 * KIB,
  ico: 256 * KIB,
};
/** One that moves, or has no size of its own, is shown as it is up to this, whether it fits or not. */
const OWN_MOVING_BYTES = 16 * 1_024 * KIB;
const OWN_SVG_BYTES = 1_024 * KIB;

/** `itself`: the file as it is. `render`: a smaller one is made of it. */
export type PreviewPlan = 'itself' | 'render';

/** What a preview of a picture is made of; `too-large` when nothing may be made of it. */
export function planPreview(
  header: PictureHeader,
  size: PreviewSize,
  sourceBytes: number,
): PreviewPlan {
  if (isOwnPreview(header, size, sourceBytes)) return 'itself';
  refuseTooLarge(header, sourceBytes);
  if (header.format === 'ico') throw new AppError('unsupported-type', 'an icon too large to show');
  return 'render';
}

function isOwnPreview(header: PictureHeader, size: PreviewSize, bytes: number): boolean {
  const { format, isAnimated, orientation } = header;
  if (size === 'thumb') return bytes <= (OWN_THUMB_BYTES[format] ?? -1);
  if (format === 'svg') return bytes <= OWN_SVG_BYTES;
  if (isAnimated) return bytes <= OWN_MOVING_BYTES && isWithinLimits(header);
  const { width, height } = shownSize(header);
  const fits = width <= BIG_SIDE && height <= BIG_SIDE && orientation === 1;
  return fits && bytes <= (OWN_BIG_BYTES[format] ?? -1);
}

function refuseTooLarge(header: PictureHeader, bytes: number): void {
  if (bytes > (header.format === 'svg' ? MOST_SVG_BYTES : MOST_SOURCE_BYTES)) {
    throw new AppError('too-large', `a picture of ${bytes} bytes`);
  }
  if (!isWithinLimits(header)) {
    throw new AppError('too-large', `a picture of ${header.width} × ${header.height} pixels`);
  }
  if (weightOf(header) > MOST_MEMORY) {
    throw new AppError('too-large', 'a picture that takes too much memory to decode');
  }
}

function isWithinLimits({ width, height }: PictureHeader): boolean {
  return width <= MOST_SIDE_PIXELS && height <= MOST_SIDE_PIXELS && width * height <= MOST_PIXELS;
}
