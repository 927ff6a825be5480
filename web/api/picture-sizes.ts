import { type PictureSizes, pictureSizesUrl } from '#contract/picture-sizes.ts';
import { asJson } from './as-json.ts';
import { withSlashAtEnd } from './files.ts';
import { callJson } from './http.ts';

/** Returns the sizes of images in a folder, in the order of the names. At most `MAX_PICTURE_NAMES` at once. */
export async function pictureSizes(
  folder: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<PictureSizes['sizes']> {
  const url = pictureSizesUrl(withSlashAtEnd(folder));
  return (await callJson<PictureSizes>('POST', url, { ...asJson({ names }), signal })).sizes;
}
