/** Original size of a page, in units of 1/72 inch. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Pixels per page unit of a page in its original size: a pixel of CSS is 1/96 inch. */
export const ORIGINAL_SCALE = 96 / 72;

export const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;

/** Margin beside a page that fills the width, in pixels. */
const MARGIN = 16;
/** Maximum scale when fitting a page to the width. */
const LARGEST_FIT = 1.7;
/** Maximum number of pixels of a canvas. Some phones allow no more, so it applies to all devices. */
const MAX_PIXELS = 16_777_216;

/** Size of the area that shows the pages, in pixels. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
}

/** Size of a page at zoom 1: as wide as the viewport, or as large as fits into it as a whole. */
export type Fit = 'width' | 'page';

/** Returns pixels per page unit at zoom 1. */
export function scaleToFit(page: PageSize, room: Viewport, fit: Fit): number {
  const byWidth = Math.min(LARGEST_FIT, Math.max(1, room.width - 2 * MARGIN) / page.width);
  if (fit === 'width') return byWidth;
  return Math.min(byWidth, Math.max(1, room.height - 2 * MARGIN) / page.height);
}

/** Returns the size of a page that is turned by a number of quarters. The direction makes no difference. */
export function turnedSize({ width, height }: PageSize, quarters: number): PageSize {
  return quarters % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** Returns the next zoom level in a direction; the same one at the end. */
export function nextZoom(zoom: number, direction: 'in' | 'out'): number {
  const further =
    direction === 'in' ? ZOOMS.find((step) => step > zoom) : ZOOMS.findLast((step) => step < zoom);
  return further ?? zoom;
}

/** Returns canvas pixels per CSS pixel for a page of `width` × `height` CSS pixels: as many as the screen has, up to MAX_PIXELS. */
export function sharpness(width: number, height: number, devicePixelRatio: number): number {
  const affordable = Math.sqrt(MAX_PIXELS / (width * height));
  return Math.min(devicePixelRatio, affordable);
}
