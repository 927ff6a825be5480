import type { Order } from '#contract/pages.ts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { VisuallyHidden } from '../visually-hidden.tsx';
import styles from './data-table.module.css';
import { orderAfterClick } from './order-after-click.ts';

/** A column that a table can be sorted by. */
export interface TableColumn<By extends string> {
  readonly by: By;
  readonly label: string;
}

/** Sticky names of the columns, as buttons that sort by them, and a last column without a visible name for the actions. */
export function TableHead<By extends string>({
  columns,
  order,
  onOrder,
}: {
  columns: readonly TableColumn<By>[];
  order: Order<By>;
  onOrder(order: Order<By>): void;
}) {
  const { t } = useTranslation();
  const Arrow = order.isAscending ? ArrowUp : ArrowDown;
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" className={styles.columns} aria-rowindex={1}>
        {columns.map(({ by, label }) => (
          <div key={by} role="columnheader" aria-sort={ariaSort(order, by)}>
            <button
              type="button"
              className={styles.sort}
              data-current={order.by === by ? '' : undefined}
              onClick={() => onOrder(orderAfterClick(order, by))}
            >
              {label}
              {order.by === by && <Arrow size={14} strokeWidth={2} aria-hidden />}
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

function ariaSort<By extends string>({ by, isAscending }: Order<By>, column: By) {
  if (by !== column) return 'none';
  return isAscending ? 'ascending' : 'descending';
}
