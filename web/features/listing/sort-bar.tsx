import type { Sorting } from '#contract/files.ts';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { nextSorting } from '../../state/listing-order.ts';
import { SortButton } from '../../ui/data-view/sort-button.tsx';
import styles from './column-header.module.css';
import { directionOf, moveInHeader, SORT_COLUMNS } from './column-header.tsx';

/** Sort buttons above tiles, in place of the column header. */
export function SortBar({
  sorting,
  onSort,
  onLeave,
  slider,
}: {
  /** Undefined until the folder has loaded. */
  sorting: Sorting | undefined;
  onSort(sorting: Sorting): void;
  /** Moves the focus back to the entries. */
  onLeave(): void;
  /** Slider for the size of tiles. */
  slider?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div
      role="row"
      className={styles.header}
      data-view="tiles"
      aria-rowindex={1}
      data-part="column-header"
      onKeyDown={(event) => moveInHeader(event, onLeave)}
    >
      <div role="gridcell" className={styles.bar}>
        <span className={styles.barLabel} aria-hidden>
          {t('listing.sortBy')}
        </span>
        {SORT_COLUMNS.map(({ by, label }) => {
          const order = directionOf(sorting, by);
          return (
            <SortButton
              key={by}
              label={t(label)}
              description={t(WORDS[order ?? 'none'], { column: t(label) })}
              order={order}
              tabIndex={-1}
              onClick={() => sorting && onSort(nextSorting(sorting, by))}
            />
          );
        })}
        {slider}
      </div>
    </div>
  );
}

const WORDS = {
  ascending: 'listing.sortedRising',
  descending: 'listing.sortedFalling',
  none: 'listing.sortByColumn',
} as const;
