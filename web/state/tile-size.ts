import { createStore } from 'zustand/vanilla';

/** Key in the local storage for the choice of the user. */
const STORED_AS = 'tile-size';

/** Range of the width of tiles, as a factor of the default width. */
export const TILE_SIZES = { least: 0.5, most: 2, step: 0.25 } as const;

/** Chosen size of the tiles of folders. The choice stays in this browser. */
export const tileSize = createStore(() => ({ size: storedSize() }));

export function chooseTileSize(size: number): void {
  localStorage.setItem(STORED_AS, String(size));
  tileSize.setState({ size });
}

function storedSize(): number {
  const size = Number(localStorage.getItem(STORED_AS));
  return size >= TILE_SIZES.least && size <= TILE_SIZES.most ? size : 1;
}
