// Sides of previews in pixels; contract/previews.ts describes the sizes.
export const THUMB_SIDE = 256;
export const BIG_SIDE = 1_080;
/** Enough for a tile of the usual size on a screen of two pixels per point. A panorama may be wider than a row. */
export const TILE_HEIGHT = 360;
export const MAX_TILE_WIDTH = 1_080;
