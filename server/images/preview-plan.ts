import type { PreviewSize } from '#contract/previews.ts';
import { AppError } from '../errors.ts';
import { MAX_MEMORY, weightOf } from './decoding/decoding-memory.ts';
import { MAX_PIXELS, MAX_SIDE_PIXELS, MAX_SOURCE_BYTES, MAX_SVG_BYTES } from './limits.ts';
import { shownSize, type PictureFormat, type PictureHeader } from './picture.ts';

const KIB = 1024;
const BIG_SIDE = 1_080;

/** Maximum size of an image that is its own thumbnail, so that animations move and lines stay sharp. */
const OWN_THUMB_BYTES: Partial<Readonly<Record<PictureFormat, number>>> = {
  gif: 32 * KIB,
  webp: 32 * KIB,
  avif: 32 * KIB,
  svg: 32 * KIB,
  ico: 256 * KIB,
};
/** Maximum size of an image that fits the screen and is shown unchanged, because a preview would lose quality. */
const OWN_BIG_BYTES: Partial<Readonly<Record<PictureFormat, number>>> = {
  jpeg: 1_024 * KIB,
  png: 1_024 * KIB,
  gif: 1_024 * KIB,
  webp: 1_024 * KIB,
  avif: 1_024 * KIB,
  ico: 256 * KIB,
};
/** Maximum size of an animation, or an image without a size, that is shown unchanged, whether it fits or not. */
const OWN_MOVING_BYTES = 16 * 1_024 * KIB;
const OWN_SVG_BYTES = 1_024 * KIB;

/** `itself`: the unchanged file. `render`: a smaller image. */
export type PreviewPlan = 'itself' | 'render';

/** Decides what the preview of an image is. Throws `too-large` if the image must not be decoded. */
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
  if (size !== 'big') return bytes <= (OWN_THUMB_BYTES[format] ?? -1);
  if (format === 'svg') return bytes <= OWN_SVG_BYTES;
  if (isAnimated) return bytes <= OWN_MOVING_BYTES && isWithinLimits(header);
  const { width, height } = shownSize(header);
  const fits = width <= BIG_SIDE && height <= BIG_SIDE && orientation === 1;
  return fits && bytes <= (OWN_BIG_BYTES[format] ?? -1);
}

function refuseTooLarge(header: PictureHeader, bytes: number): void {
  if (bytes > (header.format === 'svg' ? MAX_SVG_BYTES : MAX_SOURCE_BYTES)) {
    throw new AppError('too-large', `a picture of ${bytes} bytes`);
  }
  if (!isWithinLimits(header)) {
    throw new AppError('too-large', `a picture of ${header.width} × ${header.height} pixels`);
  }
  if (weightOf(header) > MAX_MEMORY) {
    throw new AppError('too-large', 'a picture that takes too much memory to decode');
  }
}

function isWithinLimits({ width, height }: PictureHeader): boolean {
  return width <= MAX_SIDE_PIXELS && height <= MAX_SIDE_PIXELS && width * height <= MAX_PIXELS;
}
