import type { ShareColumn } from '#contract/shares.ts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './share-rows.module.css';
import { nextSorting, type ShareSorting } from './visible-shares.ts';

const COLUMNS = [
  { by: 'path', label: 'settings.shares.item' },
  { by: 'expire', label: 'settings.shares.expires' },
  { by: 'owner', label: 'settings.shares.owner' },
  { by: 'used', label: 'settings.shares.used' },
] as const satisfies readonly { by: ShareColumn; label: string }[];

/** Sticky table header with sort buttons. */
export function ShareColumns({
  withOwners,
  sorting,
  onSort,
}: {
  withOwners: boolean;
  sorting: ShareSorting;
  onSort(sorting: ShareSorting): void;
}) {
  const { t } = useTranslation();
  const Arrow = sorting.isAscending ? ArrowUp : ArrowDown;
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" className={styles.columns} aria-rowindex={1}>
        {COLUMNS.filter(({ by }) => withOwners || by !== 'owner').map(({ by, label }) => (
          <div key={by} role="columnheader" aria-sort={ariaSort(sorting, by)}>
            <button
              type="button"
              className={styles.sort}
              data-current={sorting.by === by ? '' : undefined}
              onClick={() => onSort(nextSorting(sorting, by))}
            >
              {t(label)}
              {sorting.by === by && <Arrow size={14} strokeWidth={2} aria-hidden />}
            </button>
          </div>
        ))}
        <div role="columnheader">
          <VisuallyHidden>{t('listing.actions')}</VisuallyHidden>
        </div>
      </div>
    </div>
  );
}

function ariaSort({ by, isAscending }: ShareSorting, column: ShareColumn) {
  if (by !== column) return 'none';
  return isAscending ? 'ascending' : 'descending';
}
