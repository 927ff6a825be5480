import type { PictureFormat, PictureHeader } from '../picture.ts';

const MIB = 1024 * 1024;

/** Estimated memory that all concurrent decodings may take together. An image that needs more is decoded alone. Bytes. */
export const MEMORY_BUDGET = 64 * MIB;
/** Maximum memory for one image. Bytes. */
export const MAX_MEMORY = 640 * MIB;
/** A video is read by another program, whose memory is limited when it is started. */
export const VIDEO_WEIGHT = 32 * MIB;

const FIXED: Readonly<Record<PictureFormat, number>> = {
  jpeg: 10 * MIB,
  png: 12 * MIB,
  gif: 8 * MIB,
  webp: 10 * MIB,
  avif: 20 * MIB,
  heic: 30 * MIB,
  tiff: 12 * MIB,
  bmp: 8 * MIB,
  // More than half of the budget: a drawing can keep a decoder busy until its time limit, so two of them never run
  // together, but a photo can.
  svg: 36 * MIB,
  ico: 0,
};

/** Bytes a pixel, as measured with 3 and 12 megapixels, for those that keep more than a few rows. */
const PER_PIXEL: Readonly<Record<PictureFormat, number>> = {
  jpeg: 0.1,
  png: 0.5,
  gif: 4,
  webp: 1.5,
  avif: 18,
  heic: 13,
  tiff: 4,
  bmp: 0.5,
  svg: 0,
  ico: 0,
};
const PROGRESSIVE_PER_PIXEL = 6.5;

/** How much memory decoding will take, roughly. Bytes. */
export function weightOf({ format, width, height, isProgressive }: PictureHeader): number {
  const perPixel = isProgressive ? PROGRESSIVE_PER_PIXEL : PER_PIXEL[format];
  return FIXED[format] + perPixel * width * height;
}
