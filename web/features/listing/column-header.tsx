import type { Sorting } from '#contract/files.ts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isAscending, nextSorting } from '../../state/listing-order.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './column-header.module.css';

/** Columns of a listing that can be sorted. */
export const SORT_COLUMNS = [
  { by: 'name', label: 'listing.name', className: styles.nameHead },
  { by: 'size', label: 'listing.size', className: styles.sizeHead },
  { by: 'modified', label: 'listing.modified', className: styles.dateHead },
] as const;

/** Header row of the grid. Arrow Up in the first entry moves the focus here. */
export function ColumnHeader({
  selectAll,
  sorting,
  onSort,
  onLeave,
}: {
  selectAll?: ReactNode;
  /** Undefined until the folder has loaded. */
  sorting: Sorting | undefined;
  onSort(sorting: Sorting): void;
  /** Moves the focus back to the entries. */
  onLeave(): void;
}) {
  const { t } = useTranslation();
  const ascending = sorting === undefined || isAscending(sorting);
  return (
    <div
      role="row"
      className={styles.header}
      aria-rowindex={1}
      data-part="column-header"
      onKeyDown={(event) => moveInHeader(event, onLeave)}
    >
      {SORT_COLUMNS.map(({ by, label, className }) => (
        <div
          key={by}
          role="columnheader"
          className={className}
          aria-label={t(label)}
          aria-sort={sorting?.by !== by ? 'none' : ascending ? 'ascending' : 'descending'}
        >
          {by === 'name' && selectAll}
          <button
            type="button"
            className={styles.sort}
            tabIndex={-1}
            data-current={sorting?.by === by ? '' : undefined}
            onClick={() => sorting && onSort(nextSorting(sorting, by))}
          >
            {t(label)}
            <SortArrow ascending={sorting?.by === by ? ascending : true} />
          </button>
        </div>
      ))}
      <div role="columnheader" className={styles.moreHead}>
        <VisuallyHidden>{t('listing.actions')}</VisuallyHidden>
      </div>
    </div>
  );
}

export function SortArrow({ ascending }: { ascending: boolean }) {
  const Arrow = ascending ? ArrowUp : ArrowDown;
  return <Arrow size={14} strokeWidth={2} aria-hidden />;
}

/** Left and Right move between buttons; Down and Escape return to the entries. */
export function moveInHeader(event: KeyboardEvent<HTMLElement>, onLeave: () => void) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (event.key === 'ArrowDown' || event.key === 'Escape') {
    event.preventDefault();
    onLeave();
  } else if (step !== undefined) {
    const mirrored = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons[at + step * mirrored]?.focus();
  }
  event.stopPropagation();
}
