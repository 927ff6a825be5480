import { encodePath } from './paths.ts';

/**
 * `thumb`: 256 × 256 pixels, cropped; `big`: at most 1080 × 1080 (compatibility.md 5.2); `tile`: whole, at most 360 pixels high, for rows of pictures
 * of one height.
 */
export const PREVIEW_SIZES = ['thumb', 'tile', 'big'] as const;
export type PreviewSize = (typeof PREVIEW_SIZES)[number];

/**
 * Returns the address of the preview of a file. `version` is a value that changes with the file, such as its time of modification, so
 * that an open page shows a changed file.
 */
export function previewUrl(size: PreviewSize, path: string, version: string): string {
  return `/api/preview/${size}${encodePath(path)}?inline=true&key=${encodeURIComponent(version)}`;
}

/** Returns the address of a subtitle file of any format and encoding as WebVTT in UTF-8 (compatibility.md 5.3). */
export function subtitleUrl(path: string): string {
  return `/api/subtitle${encodePath(path)}?inline=true`;
}
