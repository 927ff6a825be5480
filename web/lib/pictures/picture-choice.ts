/** How a picture is shown. */
export interface PictureChoice {
  /** The smaller one that the server makes, or the file itself. */
  readonly first: 'preview' | 'whole';
  /** The file itself can be shown afterwards, and is sharper. */
  readonly hasMore: boolean;
}

/** A name without an extension was recognized by its first bytes, which browsers do as well. */
const SHOWN_BY_BROWSERS = /\.(?:jpe?g|jpe|jfif|a?png|gif|webp|avif|bmp|ico|svg)$|^[^.]+$/i;
/** Those that move, and those that are sharp in any size. */
const AS_THEY_ARE = /\.(?:gif|apng|svg|ico)$/i;
/** Smaller ones are there as soon as a preview would be. */
const SMALL_BYTES = 524_288;

/** `makesPreviews` tells whether the server makes smaller pictures for looking at; `size` is in bytes. */
export function pictureChoice(
  { name, size }: { readonly name: string; readonly size: number },
  makesPreviews: boolean,
): PictureChoice {
  if (!SHOWN_BY_BROWSERS.test(name)) return { first: 'preview', hasMore: false };
  if (!makesPreviews || AS_THEY_ARE.test(name) || size <= SMALL_BYTES) {
    return { first: 'whole', hasMore: false };
  }
  return { first: 'preview', hasMore: true };
}
