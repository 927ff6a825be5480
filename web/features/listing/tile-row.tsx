import type { Entry } from '#contract/files.ts';
import type { ListingEntries } from '../../state/listing-entries.ts';
import type { SelectionStore } from '../../state/selection.ts';
import { EntryTile, type TileLook } from './entry-tile.tsx';
import styles from './entry-tile.module.css';
import type { GridLayout } from './grid-layout.ts';
import type { RowWords } from '../../state/use-row-words.ts';

/** Row of tiles. */
export function TileRow({
  entries,
  layout,
  first,
  count,
  widths,
  activeIndex,
  ariaRow,
  top,
  selection,
  words,
  renamed,
  onRenamed,
}: {
  entries: ListingEntries;
  layout: GridLayout;
  first: number;
  count: number;
  /** Widths of the tiles in pixels, if they differ. */
  widths: readonly number[] | undefined;
  activeIndex: number;
  ariaRow: number;
  top: number;
  selection: SelectionStore;
  words: RowWords;
  renamed: string | undefined;
  onRenamed(): void;
}) {
  const { icon, gap } = folderSizes(layout.entryWidth);
  const folder = { '--folder-icon': `${icon}px`, '--folder-gap': `${gap}px` };
  const tiles = Array.from({ length: count }, (_, column) => entries.at(first + column));
  return (
    <div
      role="row"
      className={styles.row}
      aria-rowindex={ariaRow}
      style={{
        ...folder,
        transform: `translateY(${top}px)`,
        blockSize: layout.heights[tiles[0]?.isDir === true ? 'folders' : 'files'],
        paddingInlineStart: layout.margin,
        paddingInlineEnd: layout.endMargin,
        columnGap: layout.gap,
        gridTemplateColumns: widths
          ? widths.map((width) => `${width}px`).join(' ')
          : `repeat(${layout.columns}, minmax(0, 1fr))`,
      }}
    >
      {tiles.map(
        (entry, column) =>
          entry && (
            <EntryTile
              key={entry.path}
              entry={entry}
              index={first + column}
              ariaColumn={column + 1}
              look={lookOf(entry, layout)}
              isWhole={widths !== undefined}
              nameRoom={nameRoom(lookOf(entry, layout), layout)}
              isActive={first + column === activeIndex}
              selection={selection}
              words={words}
              onRenamed={entry.path === renamed ? onRenamed : undefined}
            />
          ),
      )}
    </div>
  );
}

/** Folders are low where the name has room beside the icon; otherwise, they look like the files of the view. */
function lookOf({ isDir }: Entry, { mode, heights }: GridLayout): TileLook {
  if (isDir && heights.folders < heights.files) return 'tile';
  return mode === 'mosaic gallery' ? 'picture' : 'card';
}

/** Width of a tile from which the icon of a folder is large. Pixels. */
const WIDE_TILE = 240;
/** Width of the icon of a folder, and of the gaps beside its name. Pixels. */
const LARGE = { icon: 56, gap: 12 };
const SMALL = { icon: 32, gap: 8 };
/** Width of a folder's tile without its name, icon and gaps: button, padding and border. */
const BESIDE_NAME = 50;
/** Width of a folder's tile beside its name in a narrow window, where tiles are lower. */
const NARROW_BESIDE_NAME = 86;
/** Width of the button and the padding beside a name below a picture. Pixels. */
const BUTTON = 48;
/** Average width of a letter in the fonts of the systems. Pixels. */
const LETTER = 8;
/** Letters lost where the first line is wrapped between two words. */
const LOST = 4;

function folderSizes(entryWidth: number): typeof LARGE {
  return entryWidth < WIDE_TILE ? SMALL : LARGE;
}

/** Returns the approximate number of letters for the name of a tile: on two lines beside an icon, otherwise on one. */
function nameRoom(look: TileLook, { entryWidth, isNarrow }: GridLayout): number {
  if (look !== 'tile') return Math.floor((entryWidth - BUTTON) / LETTER);
  const { icon, gap } = folderSizes(entryWidth);
  const beside = isNarrow ? NARROW_BESIDE_NAME : BESIDE_NAME + icon + 2 * gap;
  return 2 * Math.floor((entryWidth - beside) / LETTER) - LOST;
}
