import type { Order } from '#contract/pages.ts';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { VisuallyHidden } from '../visually-hidden.tsx';
import styles from './data-table.module.css';
import { orderAfterClick } from './order-after-click.ts';
import { SortButton } from './sort-button.tsx';

/** A column that a table can be sorted by. */
export interface TableColumn<By extends string> {
  readonly by: By;
  readonly label: string;
  /** True if the first click sorts from the last to the first, such as the newest on top. */
  readonly startsDescending?: boolean;
  /** True for columns that are aligned at the end, such as sizes. */
  readonly isNumber?: boolean;
  /** False while the table cannot be sorted by this column. */
  readonly isSortable?: boolean;
}

/**
 * Sticky names of the columns, as buttons that sort by them, and a last column without a visible name for the actions. A column header has
 * the id of its column in `data-column`.
 */
export function TableHead<By extends string>({
  columns,
  selectAll,
  order,
  onOrder,
}: {
  columns: readonly TableColumn<By>[];
  /** Check mark beside the first column. */
  selectAll?: ReactNode;
  order: Order<By>;
  onOrder(order: Order<By>): void;
}) {
  const { t } = useTranslation();
  const direction = order.isAscending ? 'ascending' : 'descending';
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" className={styles.columns} aria-rowindex={1}>
        {columns.map((column, index) => {
          const { by, label } = column;
          const isCurrent = order.by === by;
          return (
            <div
              key={by}
              role="columnheader"
              aria-sort={isCurrent ? direction : 'none'}
              data-column={by}
              data-number={column.isNumber && ''}
            >
              {index === 0 && selectAll}
              {column.isSortable === false ? (
                <span className={styles.label}>{label}</span>
              ) : (
                <SortButton
                  label={label}
                  order={isCurrent ? direction : undefined}
                  onClick={() => onOrder(orderAfterClick(order, column))}
                />
              )}
            </div>
          );
        })}
        <div role="columnheader">
          <VisuallyHidden>{t('listing.actions')}</VisuallyHidden>
        </div>
      </div>
    </div>
  );
}
