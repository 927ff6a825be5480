import type { Sorting } from '#contract/files.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isAscending, nextSorting } from '../../state/listing-order.ts';
import styles from './column-header.module.css';
import { moveInHeader, SORT_COLUMNS, SortArrow } from './column-header.tsx';

/** Sort buttons above tiles, in place of the column header. */
export function SortBar({
  sorting,
  onSort,
  onLeave,
}: {
  /** Undefined until the folder has loaded. */
  sorting: Sorting | undefined;
  onSort(sorting: Sorting): void;
  /** Moves the focus back to the entries. */
  onLeave(): void;
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
          const ascending = sorting?.by === by ? isAscending(sorting) : undefined;
          return (
            <button
              key={by}
              type="button"
              className={styles.sort}
              tabIndex={-1}
              data-current={sorting?.by === by ? '' : undefined}
              aria-label={t(WORDS[`${ascending}`], { column: t(label) })}
              onClick={() => sorting && onSort(nextSorting(sorting, by))}
            >
              {t(label)}
              <SortArrow ascending={ascending ?? true} />
            </button>
          );
        })}
      </div>
    </div>
  );
}

const WORDS = {
  true: 'listing.sortedRising',
  false: 'listing.sortedFalling',
  undefined: 'listing.sortByColumn',
} as const;
