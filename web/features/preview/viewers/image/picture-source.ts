import type { Entry } from '#contract/files.ts';
import { previewUrl } from '#contract/previews.ts';
import { callAddress } from '../../../../api/http.ts';
import { pageConfig } from '../../../../api/page-config.ts';
import { pictureChoice } from '../../../../lib/pictures/picture-choice.ts';
import { originalAddress } from '../original-address.ts';

/** Addresses of a picture. */
export interface PictureSource {
  /** Address that is loaded first. */
  readonly first: string;
  /** Address of the original, if a smaller preview is loaded first and the browser supports its format. */
  readonly full: string | undefined;
}

/** Returns the addresses of a picture. `makesPreviews` is true if the server creates previews. */
export function sourceOf(
  { name, path, size, modified }: Pick<Entry, 'name' | 'path' | 'size' | 'modified'>,
  makesPreviews: boolean,
): PictureSource {
  const { first, hasMore } = pictureChoice({ name, size }, makesPreviews);
  const whole = originalAddress(path, modified);
  if (first === 'whole') return { first: whole, full: undefined };
  const preview = callAddress(previewUrl('big', path, modified));
  return { first: preview, full: hasMore ? whole : undefined };
}

/** Returns true for formats that can be transparent. */
export function mayBeTransparent(name: string): boolean {
  return !/\.(?:jpe?g|jpe|jfif|heic|heif|bmp)$/i.test(name);
}

const kept: HTMLImageElement[] = [];

/** Preloads a picture. Keeps the last two, one for each direction. */
export function preloadPicture(entry: Entry): void {
  const image = new Image();
  image.src = sourceOf(entry, pageConfig().ResizePreview).first;
  kept.push(image);
  if (kept.length > 2) kept.shift();
}
