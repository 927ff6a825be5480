import type { UserColumn } from '#contract/users.ts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './user-rows.module.css';
import { nextSorting, type UserSorting } from './visible-users.ts';

const COLUMNS = [
  { by: 'name', label: 'users.username' },
  { by: 'role', label: 'users.role' },
  { by: 'scope', label: 'users.scope' },
  { by: 'seen', label: 'users.lastSeen' },
] as const satisfies readonly { by: UserColumn; label: string }[];

/** Sticky table header with sort buttons. */
export function UserColumns({
  sorting,
  onSort,
}: {
  sorting: UserSorting;
  onSort(sorting: UserSorting): void;
}) {
  const { t } = useTranslation();
  const Arrow = sorting.isAscending ? ArrowUp : ArrowDown;
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" className={styles.columns} aria-rowindex={1}>
        {COLUMNS.map(({ by, label }) => (
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

function ariaSort({ by, isAscending }: UserSorting, column: UserColumn) {
  if (by !== column) return 'none';
  return isAscending ? 'ascending' : 'descending';
}
