/** Maximum width and height. Larger images are refused with 413, as in File Browser 2. */
export const MAX_SIDE_PIXELS = 10_000;
export const MAX_PIXELS = MAX_SIDE_PIXELS * MAX_SIDE_PIXELS;
/** A file beyond that is not read for a preview. */
export const MAX_SOURCE_BYTES = 128 * 1024 * 1024;
/** Drawings grow while they are read. */
export const MAX_SVG_BYTES = 8 * 1024 * 1024;
