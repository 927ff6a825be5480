/** Formats of images that can be shown or reduced. */
export type PictureFormat =
  | 'jpeg'
  | 'png'
  | 'gif'
  | 'webp'
  | 'avif'
  | 'heic'
  | 'tiff'
  | 'bmp'
  | 'svg'
  | 'ico';

/**
 * EXIF orientation, by which an image is rotated or mirrored before it is shown: 1 is upright; from 5 on, width and
 * height are swapped.
 */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Data in the header of an image. */
export interface PictureHeader {
  readonly format: PictureFormat;
  /** Size in pixels as stored, before rotation; 0 if unknown (SVG). */
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
  /** True if the whole file must be decoded before the first row is known. */
  readonly isProgressive: boolean;
  readonly isAnimated: boolean;
  /** Position of a smaller JPEG inside the file. */
  readonly thumbnail: { readonly position: number; readonly length: number } | undefined;
  /** Position of the EXIF, which begins like a TIFF. */
  readonly exif?: number | undefined;
}

/** Reads up to `length` bytes at `position`; fewer at the end of the file. */
export type ReadAt = (position: number, length: number) => Promise<Uint8Array>;

export const MEDIA_TYPES: Readonly<Record<PictureFormat, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  heic: 'image/heic',
  tiff: 'image/tiff',
  bmp: 'image/bmp',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
};

/** Returns the size in pixels after rotation. */
export function shownSize({ width, height, orientation }: PictureHeader): {
  readonly width: number;
  readonly height: number;
} {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

export function orientationOf(value: number): Orientation {
  // Integers from 1 to 8 are exactly the orientations.
  return Number.isInteger(value) && value >= 1 && value <= 8 ? (value as Orientation) : 1;
}
