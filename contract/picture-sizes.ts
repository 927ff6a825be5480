import { z } from 'zod';
import { encodePath } from './paths.ts';

/** Maximum number of names in one call of POST /api/picture-sizes. */
export const MAX_PICTURE_NAMES = 500;

/** Body of POST /api/picture-sizes: names of files directly in the folder. */
export const PictureNames = z.object({ names: z.array(z.string()).max(MAX_PICTURE_NAMES) });
export type PictureNames = z.infer<typeof PictureNames>;

/** Width and height of an image in pixels, as it is shown: after the rotation in its metadata. */
export const PictureSize = z.tuple([z.int().positive(), z.int().positive()]);
export type PictureSize = z.infer<typeof PictureSize>;

/** Reply of POST /api/picture-sizes, in the order of the names; null for a file that is not an image, or cannot be read. */
export const PictureSizes = z.object({ sizes: z.array(PictureSize.nullable()) });
export type PictureSizes = z.infer<typeof PictureSizes>;

/** Address for POST, which returns the sizes of images in a folder. */
export function pictureSizesUrl(folder: string): string {
  return `/api/picture-sizes${encodePath(folder)}`;
}
