/** Of a page as it was made: units of 1/72 inch. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;

/** Pixels beside a page that fills the width. */
const MARGIN = 16;
/** A letter on a wide screen is not blown up further. */
const LARGEST_FIT = 1.7;
/** Telephones give no canvas of more pixels. */
const MOST_PIXELS = 16_777_216;

/** Pixels of the window per unit of a page that fills the room at zoom 1. */
export function scaleToFit(page: PageSize, roomWidth: number): number {
  return Math.min(LARGEST_FIT, Math.max(1, roomWidth - 2 * MARGIN) / page.width);
}

/** The next zoom in a direction; the same one at the end. */
export function nextZoom(zoom: number, direction: 'in' | 'out'): number {
  const further =
    direction === 'in' ? ZOOMS.find((step) => step > zoom) : ZOOMS.findLast((step) => step < zoom);
  return further ?? zoom;
}

/** How many pixels of a canvas stand for one of the window, sharp where memory allows it. */
export function sharpness(width: number, height: number, devicePixelRatio: number): number {
  const affordable = Math.sqrt(MOST_PIXELS / (width * height));
  return Math.min(devicePixelRatio, affordable);
}
