import type { VirtualItem } from '@tanstack/react-virtual';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ListingEntries } from '../../state/listing-entries.ts';
import type { ListingSection } from '../../state/listing-rows.ts';
import type { SelectionStore } from '../../state/selection.ts';
import styles from './entry-grid.module.css';
import { EntryRow } from './entry-row.tsx';
import type { GridGeometry } from './grid-geometry.ts';
import { TileRow } from './lazy-tile-row.tsx';
import { useRowWords } from '../../state/use-row-words.ts';

/** Number of cells: name, size, date and menu button. */
const LIST_CELLS = 4;

/** Visible rows. */
export function GridRows({
  entries,
  geometry,
  items,
  activeIndex,
  selection,
  renamed,
  onRenamed,
}: {
  entries: ListingEntries;
  geometry: GridGeometry;
  items: readonly VirtualItem[];
  activeIndex: number;
  selection: SelectionStore;
  renamed: string | undefined;
  onRenamed(): void;
}) {
  const words = useRowWords();
  const { rows, layout } = geometry;
  const shared = { selection, words };
  return items.map(({ index: row, start }) => {
    const shown = rows.at(row);
    // The header above the canvas is not part of it.
    const position = { ariaRow: row + 2, top: start - layout.header };
    if (shown.kind === 'heading') {
      const span = layout.mode === 'list' ? LIST_CELLS : rows.columns;
      return <GroupHeading key={`heading ${row}`} {...shown} {...position} span={span} />;
    }
    if (layout.mode !== 'list') {
      const tiles = {
        ...shown,
        widths: shown.widths,
        entries,
        layout,
        activeIndex,
        renamed,
        onRenamed,
      };
      return <TileRow key={row} {...tiles} {...position} {...shared} />;
    }
    const entry = entries.at(shown.first);
    const isActive = shown.first === activeIndex;
    return (
      entry && (
        <EntryRow
          key={entry.path}
          entry={entry}
          index={shown.first}
          isActive={isActive}
          onRenamed={entry.path === renamed ? onRenamed : undefined}
          {...position}
          {...shared}
        />
      )
    );
  });
}

function GroupHeading({
  group,
  title,
  count,
  span,
  ariaRow,
  top,
}: ListingSection & {
  /** Number of cells of the rows below. */
  span: number;
  ariaRow: number;
  top: number;
}) {
  const { t, locale } = useTranslation();
  return (
    <div
      role="row"
      className={styles.groupRow}
      aria-rowindex={ariaRow}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" aria-colspan={span}>
        <h2 className={styles.group}>
          {title ?? t(`listing.${group}`)}{' '}
          <span className={styles.groupCount}>{formatNumber(count, locale)}</span>
        </h2>
      </div>
    </div>
  );
}
