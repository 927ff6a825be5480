import { encodePath } from './paths.ts';

/** `thumb`: 256 × 256 pixels, cut to fill; `big`: fits into 1080 × 1080 (compatibility.md 5.2). */
export const PREVIEW_SIZES = ['thumb', 'big'] as const;
export type PreviewSize = (typeof PREVIEW_SIZES)[number];

/**
 * Returns the address of a smaller picture of a file. `version` is anything that changes with the file, such as its time of
 * modification: a page that is open shows a changed file anew.
 */
export function previewUrl(size: PreviewSize, path: string, version: string): string {
  return `/api/preview/${size}${encodePath(path)}?inline=true&key=${encodeURIComponent(version)}`;
}

/** A subtitle file, whatever its format and encoding, as WebVTT in UTF-8 (compatibility.md 5.3). */
export function subtitleUrl(path: string): string {
  return `/api/subtitle${encodePath(path)}?inline=true`;
}
