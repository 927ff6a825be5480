import type { Sorting } from '#contract/files.ts';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isAscending, nextSorting } from '../../state/listing-order.ts';
import { SortButton } from '../../ui/data-view/sort-button.tsx';
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
          aria-sort={directionOf(sorting, by) ?? 'none'}
        >
          {by === 'name' && selectAll}
          <SortButton
            label={t(label)}
            order={directionOf(sorting, by)}
            tabIndex={-1}
            onClick={() => sorting && onSort(nextSorting(sorting, by))}
          />
        </div>
      ))}
      <div role="columnheader" className={styles.moreHead}>
        <VisuallyHidden>{t('listing.actions')}</VisuallyHidden>
      </div>
    </div>
  );
}

/** Returns the order of a column; undefined if the folder is sorted by another one. */
export function directionOf(sorting: Sorting | undefined, by: Sorting['by']) {
  if (sorting?.by !== by) return undefined;
  return isAscending(sorting) ? 'ascending' : 'descending';
}

/** Moves the focus: Left and Right between the buttons, Down and Escape back to the entries. */
export function moveInHeader(event: KeyboardEvent<HTMLElement>, onLeave: () => void) {
  // The slider handles these keys itself.
  if (event.target instanceof HTMLInputElement) return event.stopPropagation();
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
