import type { PictureHeader } from '../picture.ts';

/** Values of a header; others have defaults. Undefined for bytes that only begin like an image. */
export type Header =
  | (Pick<PictureHeader, 'width' | 'height'> & Partial<Omit<PictureHeader, 'format'>>)
  | undefined;

/** Reading beyond its end throws a RangeError. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Resolves to undefined when the bytes end too early; passes every other error on. For parts that a picture can be shown
 * without, such as EXIF.
 */
export async function unlessCut<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
