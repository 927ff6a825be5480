import type { Entry } from '#contract/files.ts';
import { previewUrl } from '#contract/previews.ts';
import { callAddress } from '../../../../api/http.ts';
import { pageConfig } from '../../../../api/page-config.ts';
import { pictureChoice } from '../../../../lib/pictures/picture-choice.ts';
import { originalAddress } from '../original-address.ts';

/** Where a picture is read from. */
export interface PictureSource {
  /** What is shown to begin with. */
  readonly first: string;
  /** The picture as it is stored, when what is shown first is a smaller one and the browser can show it. */
  readonly full: string | undefined;
}

/** `makesPreviews` tells whether the server makes smaller pictures for looking at. */
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

/** Whether ground may shine through: photographs have none. */
export function mayBeTransparent(name: string): boolean {
  return !/\.(?:jpe?g|jpe|jfif|heic|heif|bmp)$/i.test(name);
}

const kept: HTMLImageElement[] = [];

/** Gets a picture that may be wanted next; the last two, one for each side, are held ready. */
export function preloadPicture(entry: Entry): void {
  const image = new Image();
  image.src = sourceOf(entry, pageConfig().ResizePreview).first;
  kept.push(image);
  if (kept.length > 2) kept.shift();
}
