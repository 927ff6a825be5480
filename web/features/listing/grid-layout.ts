import type { ViewMode } from '#contract/users.ts';

/** What the window is like. */
export interface GridRoom {
  /** Of the grid, without its scroll bar; pixels. */
  readonly width: number;
  readonly narrow: boolean;
  readonly touch: boolean;
}

/** How large everything in the grid is; pixels. The style sheets say the same for the list. */
export interface GridLayout {
  readonly mode: ViewMode;
  /** Entries side by side. */
  readonly columns: number;
  /** From the top of a row of entries to the top of the next. */
  readonly line: number;
  /** What an entry takes of its line; the rest is ground. */
  readonly entry: number;
  readonly heading: number;
  /** The header, which stays at the top. */
  readonly header: number;
  /** On both sides of a row, and between entries that stand side by side. */
  readonly margin: number;
  readonly gap: number;
  readonly entryWidth: number;
}

/** SPEC §9. */
const TILE_WIDTH = 280;
/** In the hand two pictures side by side say more than one. */
const PICTURE_WIDTH_IN_HAND = 168;
const GAP = 12;
const MOSAIC_HEIGHT = 84;
/** Below the picture of a gallery: one line of a name. */
const CAPTION_HEIGHT = 44;

export function gridLayout(mode: ViewMode, room: GridRoom): GridLayout {
  return mode === 'list' ? listLayout(room) : tileLayout(mode, room);
}

function listLayout({ narrow, touch }: GridRoom): GridLayout {
  const wide = touch ? 48 : 40;
  const line = narrow ? 56 : wide;
  return {
    mode: 'list',
    columns: 1,
    line,
    entry: line,
    margin: 0,
    gap: 0,
    // The window's width, whatever it is: one that changes moves nothing.
    entryWidth: Number.POSITIVE_INFINITY,
    ...headsOf(touch),
  };
}

/** As many tiles as come closest to their width, which then fill the row evenly. */
function tileLayout(mode: ViewMode, { width, narrow, touch }: GridRoom): GridLayout {
  const margin = narrow ? 16 : 24;
  const wanted = mode === 'mosaic gallery' && narrow ? PICTURE_WIDTH_IN_HAND : TILE_WIDTH;
  const inner = width - 2 * margin;
  const columns = Math.max(1, Math.round((inner + GAP) / (wanted + GAP)));
  const entryWidth = (inner - (columns - 1) * GAP) / columns;
  const entry = mode === 'mosaic' ? MOSAIC_HEIGHT : pictureHeight(entryWidth) + CAPTION_HEIGHT;
  return {
    mode,
    columns,
    line: entry + GAP,
    entry,
    margin,
    gap: GAP,
    entryWidth,
    ...headsOf(touch),
  };
}

function pictureHeight(width: number): number {
  return Math.max(0, Math.round((width * 3) / 4));
}

function headsOf(touch: boolean) {
  return { heading: 40, header: touch ? 44 : 36 };
}
