import { createStore } from 'zustand/vanilla';
import { readStored, writeStored } from '../lib/browser-storage.ts';

/** Key in the local storage for the choice of the user. */
const STORED_AS = 'tile-size';

/** Range of the width of tiles, as a factor of the default width. */
export const TILE_SIZES = { least: 0.5, most: 2, step: 0.25 } as const;

/** Chosen size of the tiles in grid and gallery view. The choice stays in this browser. */
export const tileSize = createStore(() => ({ size: storedSize() }));

export function chooseTileSize(size: number): void {
  tileSize.setState({ size });
  writeStored(STORED_AS, String(size));
}

function storedSize(): number {
  const size = Number(readStored(STORED_AS));
  return size >= TILE_SIZES.least && size <= TILE_SIZES.most ? size : 1;
}
