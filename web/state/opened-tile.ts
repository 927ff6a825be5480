/** Picture in the listing of a file that was opened. */
export interface OpenedTile {
  readonly address: string;
  /** True for the square middle of a picture, which small previews show. */
  readonly isSquare: boolean;
  /** Box of the picture in the window. */
  readonly box: DOMRect;
}

/** Time within which a viewer has to appear, so that its picture grows. Milliseconds. */
const FRESH_MS = 10_000;

let opened: (OpenedTile & { readonly path: string; readonly at: number }) | undefined;

/** Remembers the picture of an entry that is being opened. `index` is its position in the listing. */
export function rememberTile(path: string, index: number): void {
  const image = pictureOf(`[data-index="${index}"]`);
  opened = image
    ? {
        path,
        address: image.src,
        isSquare: image.naturalWidth === image.naturalHeight,
        box: image.getBoundingClientRect(),
        at: performance.now(),
      }
    : undefined;
}

/** Returns the picture of a file that was opened just now. */
export function openedTile(path: string): OpenedTile | undefined {
  const isFresh = opened?.path === path && performance.now() - opened.at < FRESH_MS;
  return isFresh ? opened : undefined;
}

/** Forgets the picture, which grows only once. */
export function forgetTile(): void {
  opened = undefined;
}

/** Returns the small picture of the active entry in the listing, if it is in view. */
export function activeTile(): HTMLImageElement | undefined {
  return pictureOf('[data-index][tabindex="0"]') ?? undefined;
}

function pictureOf(tile: string): HTMLImageElement | null {
  return document.querySelector(`[role="grid"] ${tile} img[data-shown]`);
}
