/** Sources of a picture. */
export interface PictureChoice {
  /** Source that is loaded first: the server's preview or the file itself. */
  readonly first: 'preview' | 'whole';
  /** True if the file itself can be shown afterwards with more detail. */
  readonly hasMore: boolean;
}

/** A name without an extension was recognized by its first bytes, as browsers do. */
const SHOWN_BY_BROWSERS = /\.(?:jpe?g|jpe|jfif|a?png|gif|webp|avif|bmp|ico|svg)$|^[^.]+$/i;
/** Animated and vector formats. */
const AS_THEY_ARE = /\.(?:gif|apng|svg|ico)$/i;
/** Files below this size load as fast as a preview. */
const SMALL_BYTES = 524_288;

/** `makesPreviews` is true if the server creates previews; `size` is in bytes. */
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
