/** Maximum width and height. Larger images are refused with 413, as in File Browser 2. */
export const MAX_SIDE_PIXELS = 10_000;
/** Maximum number of pixels, for decoders. */
export const MAX_PIXELS = MAX_SIDE_PIXELS * MAX_SIDE_PIXELS;
/** Maximum size of a file that is decoded for a preview, in bytes. Larger ones are refused with 413. */
export const MAX_SOURCE_BYTES = 128 * 1024 * 1024;
/** The same for SVG, whose rendering takes many times its size. Bytes. */
export const MAX_SVG_BYTES = 8 * 1024 * 1024;
