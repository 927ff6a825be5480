/** Picture in the listing of a file that was opened. */
export interface OpenedTile {
  readonly address: string;
  /** True for the square middle of a picture, which small previews show. */
  readonly isSquare: boolean;
  /** Place of the picture in the window. */
  readonly box: DOMRect;
}

/** Time within which a viewer can let the picture grow. Milliseconds. */
const FRESH_MS = 1_000;

let opened: (OpenedTile & { readonly path: string; readonly at: number }) | undefined;

/** Remembers the picture of the focused entry, which is being opened. */
export function rememberTile(path: string): void {
  const image = document.activeElement?.querySelector<HTMLImageElement>('img[data-shown]');
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
