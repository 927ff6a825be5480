import type { VirtualItem } from '@tanstack/react-virtual';
import { useTranslation } from 'react-i18next';
import type { ListingEntries } from '../../state/listing-entries.ts';
import type { ListingRows } from '../../state/listing-rows.ts';
import type { SelectionStore } from '../../state/selection.ts';
import styles from './entry-grid.module.css';
import { EntryRow } from './entry-row.tsx';
import { useRowWords } from './use-row-words.ts';

/** The rows that are in view. */
export function GridRows({
  entries,
  rows,
  offset,
  items,
  activeIndex,
  selection,
}: {
  entries: ListingEntries;
  rows: ListingRows;
  /** Pixels above the first row, which are not part of the canvas. */
  offset: number;
  items: readonly VirtualItem[];
  activeIndex: number;
  selection: SelectionStore;
}) {
  const words = useRowWords();
  return items.map(({ index: row, start }) => {
    const shown = rows.at(row);
    const top = start - offset;
    if (shown.kind === 'heading') {
      return <GroupHeading key={shown.group} {...shown} ariaRow={row + 2} top={top} />;
    }
    const entry = entries.at(shown.index);
    return (
      entry && (
        <EntryRow
          key={entry.path}
          entry={entry}
          index={shown.index}
          ariaRow={row + 2}
          top={top}
          isActive={shown.index === activeIndex}
          selection={selection}
          words={words}
        />
      )
    );
  });
}

function GroupHeading({
  group,
  count,
  ariaRow,
  top,
}: {
  group: 'folders' | 'files';
  count: number;
  ariaRow: number;
  top: number;
}) {
  const { t } = useTranslation();
  return (
    <div
      role="row"
      className={styles.groupRow}
      aria-rowindex={ariaRow}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" aria-colspan={4}>
        <h2 className={styles.group}>
          {t(`listing.${group}`)} <span className={styles.groupCount}>{count}</span>
        </h2>
      </div>
    </div>
  );
}
