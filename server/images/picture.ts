/** What we know how to show smaller, or as it is. */
export type PictureFormat =
  'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'heic' | 'tiff' | 'bmp' | 'svg' | 'ico';

/** How a picture is to be turned or mirrored before it is shown, as EXIF counts: 1 is upright, from 5 on it lies on its side. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** What the first bytes of a picture tell, without decoding it. */
export interface PictureHeader {
  readonly format: PictureFormat;
  /** Pixels as they are stored, before any turn; 0 where it cannot be told (SVG). */
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
  /** Has to be decoded whole before its first row is known. */
  readonly isProgressive: boolean;
  readonly isAnimated: boolean;
  /** A smaller JPEG inside the file, where its place is. */
  readonly thumbnail: { readonly position: number; readonly length: number } | undefined;
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

/** Pixels as they are shown. */
export function shownSize({ width, height, orientation }: PictureHeader): {
  readonly width: number;
  readonly height: number;
} {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

export function orientationOf(value: number): Orientation {
  // Whole numbers from 1 to 8 are exactly the orientations.
  return Number.isInteger(value) && value >= 1 && value <= 8 ? (value as Orientation) : 1;
}
