/** In either direction; beyond it a picture is answered with 413, as the predecessor did. */
export const MOST_SIDE_PIXELS = 10_000;
export const MOST_PIXELS = MOST_SIDE_PIXELS * MOST_SIDE_PIXELS;
/** A file beyond that is not read for a preview. */
export const MOST_SOURCE_BYTES = 128 * 1024 * 1024;
/** Drawings grow while they are read. */
export const MOST_SVG_BYTES = 8 * 1024 * 1024;
