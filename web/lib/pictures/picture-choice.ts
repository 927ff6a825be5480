/** Sources of a picture. */
export interface PictureChoice {
  /** Source that is loaded first: the server's preview or the file itself. */
  readonly first: 'preview' | 'whole';
  /** True if the file itself can be shown afterwards with more detail. */
  readonly hasMore: boolean;
}

/** Names of images that browsers can show. Those without an extension were recognized by their first bytes. */
const SHOWN_BY_BROWSERS = /\.(?:jpe?g|jpe|jfif|a?png|gif|webp|avif|bmp|ico|svg)$|^[^.]+$/i;
/** Animated and vector formats, of which no preview is made. */
const WITHOUT_PREVIEW = /\.(?:gif|apng|svg|ico)$/i;
/** Files below this size load as fast as a preview. */
const SMALL_BYTES = 524_288;

/** Returns the sources of a picture. `makesPreviews` is true if the server creates previews; `size` is in bytes. */
export function pictureChoice(
  { name, size }: { readonly name: string; readonly size: number },
  makesPreviews: boolean,
): PictureChoice {
  if (!SHOWN_BY_BROWSERS.test(name)) return { first: 'preview', hasMore: false };
  if (!makesPreviews || WITHOUT_PREVIEW.test(name) || size <= SMALL_BYTES) {
    return { first: 'whole', hasMore: false };
  }
  return { first: 'preview', hasMore: true };
}
