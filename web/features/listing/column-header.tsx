import type { Sorting } from '#contract/files.ts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isRising, nextSorting } from '../../state/listing-order.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './column-header.module.css';

/** What a listing is sorted by. */
export const SORT_COLUMNS = [
  { by: 'name', label: 'listing.name', className: styles.nameHead },
  { by: 'size', label: 'listing.size', className: styles.sizeHead },
  { by: 'modified', label: 'listing.modified', className: styles.dateHead },
] as const;

/** The first row of the grid. It is reached with the arrow up from the first entry. */
export function ColumnHeader({
  sorting,
  onSort,
  onLeave,
}: {
  /** Undefined while the folder has not yet said how it is sorted. */
  sorting: Sorting | undefined;
  onSort(sorting: Sorting): void;
  /** The keyboard goes down, back to the entries. */
  onLeave(): void;
}) {
  const { t } = useTranslation();
  const rising = sorting === undefined || isRising(sorting);
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
          aria-sort={sorting?.by !== by ? 'none' : rising ? 'ascending' : 'descending'}
        >
          <button
            type="button"
            className={styles.sort}
            tabIndex={-1}
            data-current={sorting?.by === by ? '' : undefined}
            onClick={() => sorting && onSort(nextSorting(sorting, by))}
          >
            {t(label)}
            <SortArrow rising={sorting?.by === by ? rising : true} />
          </button>
        </div>
      ))}
      <div role="columnheader" className={styles.moreHead}>
        <VisuallyHidden>{t('listing.actions')}</VisuallyHidden>
      </div>
    </div>
  );
}

export function SortArrow({ rising }: { rising: boolean }) {
  const Arrow = rising ? ArrowUp : ArrowDown;
  return <Arrow size={14} strokeWidth={2} aria-hidden />;
}

/** Left and right go from button to button, down and Escape back to the entries. */
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
