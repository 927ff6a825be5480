import type { ViewMode } from '#contract/users.ts';
import type { ListingSection } from '../../state/listing-rows.ts';
import type { PictureRatios } from '../../state/picture-ratios.ts';

/** Properties of the window that determine the layout. */
export interface GridRoom {
  /** Width of the grid without its scroll bar, in pixels. */
  readonly width: number;
  /** Width of the scroll bar beside it, which is part of the margin. */
  readonly gutter: number;
  readonly narrow: boolean;
  readonly touch: boolean;
  /** Width of tiles in relation to the usual one. */
  readonly tileSize: number;
}

/** Sizes of the grid in pixels. The style sheets repeat them for the list. */
export interface GridLayout {
  readonly mode: ViewMode;
  readonly isNarrow: boolean;
  /** Number of entries side by side. */
  readonly columns: number;
  /** Height of an entry of each group. Between the rows is the gap. */
  readonly heights: Readonly<Record<ListingSection['group'], number>>;
  readonly heading: number;
  /** Height of the sticky header. */
  readonly header: number;
  /** Space on both sides of a row without its scroll bar, and between neighbouring entries. */
  readonly margin: number;
  readonly endMargin: number;
  readonly gap: number;
  readonly entryWidth: number;
  /** Width of a row without its margins. */
  readonly innerWidth: number;
  /** Height of the pictures of a gallery. */
  readonly pictureHeight: number;
  /** Aspect ratios by which pictures have their widths; undefined for tiles of one width. */
  readonly ratios: PictureRatios | undefined;
}

/** Usual width of a tile. A mosaic shows many items with their facts, a gallery large pictures. Pixels. */
const TILE_WIDTHS = { mosaic: 184, 'mosaic gallery': 280 } as const;
/** Usual width of a tile in a narrow window, where two side by side are more useful than one. */
const NARROW_TILE_WIDTH = 168;
const GAP = 12;
/** Gap in a narrow window, where tiles are nearer to each other than to the edges. */
const NARROW_GAP = 8;
const MIN_MARGIN = 4;
/** Least size of tiles in a mosaic and in narrow windows, in relation to the usual one, so that names have room. */
const MIN_WIDTH_SHARE = 0.75;
const FOLDER_HEIGHT = 84;
/** Height of a picture in a mosaic in relation to its width. */
const CARD_RATIO = 2 / 3;
/** Height of the name and the facts below a picture of a mosaic. */
const CARD_CAPTION = 60;
/** Least width of a tile with the name of a folder beside its icon. Narrower ones have the name below. */
const MIN_FOLDER_WIDTH = 160;
const NARROW_FOLDER_HEIGHT = 56;
/** Height of one line of a name below a picture of the gallery. */
const CAPTION_HEIGHT = 36;
const TOUCH_CAPTION_HEIGHT = 44;
const NARROW_CAPTION_HEIGHT = 40;

/** `ratios` are known aspect ratios of the pictures in the folder. Small screens have tiles of one width, so that names have room. */
export function gridLayout(mode: ViewMode, room: GridRoom, ratios?: PictureRatios): GridLayout {
  if (mode === 'list') return listLayout(room);
  const isJustified = mode === 'mosaic gallery' && !room.narrow;
  return { ...tileLayout(mode, room), ratios: isJustified ? ratios : undefined };
}

function listLayout({ narrow, touch }: GridRoom): GridLayout {
  const wide = touch ? 48 : 40;
  const height = narrow ? 56 : wide;
  return {
    mode: 'list',
    isNarrow: narrow,
    columns: 1,
    heights: { folders: height, files: height },
    margin: 0,
    endMargin: 0,
    gap: 0,
    // Independent of the window's width, so that resizing moves nothing.
    entryWidth: Number.POSITIVE_INFINITY,
    innerWidth: Number.POSITIVE_INFINITY,
    pictureHeight: 0,
    ratios: undefined,
    ...headsOf({ narrow, touch }),
  };
}

/** Chooses the number of tiles closest to their width, and fills the row evenly. */
function tileLayout(
  mode: keyof typeof TILE_WIDTHS,
  { width, gutter, narrow, touch, tileSize }: GridRoom,
) {
  const margin = narrow ? 16 : 24;
  const gap = narrow ? NARROW_GAP : GAP;
  const size = mode === 'mosaic' || narrow ? Math.max(MIN_WIDTH_SHARE, tileSize) : tileSize;
  const wanted = (narrow ? NARROW_TILE_WIDTH : TILE_WIDTHS[mode]) * size;
  const endMargin = Math.max(MIN_MARGIN, margin - gutter);
  const inner = width - margin - endMargin;
  const columns = Math.max(1, Math.round((inner + gap) / (wanted + gap)));
  const entryWidth = (inner - (columns - 1) * gap) / columns;
  const pictureHeight = Math.max(0, Math.round((entryWidth * 3) / 4));
  const files =
    mode === 'mosaic'
      ? Math.round(entryWidth * CARD_RATIO) + CARD_CAPTION
      : pictureHeight + captionHeight({ narrow, touch });
  const lowFolders = narrow ? NARROW_FOLDER_HEIGHT : FOLDER_HEIGHT;
  return {
    mode,
    isNarrow: narrow,
    columns,
    heights: { folders: entryWidth < MIN_FOLDER_WIDTH ? files : lowFolders, files },
    margin,
    endMargin,
    gap,
    entryWidth,
    innerWidth: inner,
    pictureHeight,
    ...headsOf({ narrow, touch }),
  };
}

/** Has room for the button, which is larger for fingers. */
function captionHeight({ narrow, touch }: Pick<GridRoom, 'narrow' | 'touch'>): number {
  if (narrow) return NARROW_CAPTION_HEIGHT;
  return touch ? TOUCH_CAPTION_HEIGHT : CAPTION_HEIGHT;
}

function headsOf({ narrow, touch }: Pick<GridRoom, 'narrow' | 'touch'>) {
  return { heading: narrow ? 32 : 40, header: touch ? 44 : 36 };
}
