import type { Order } from '#contract/pages.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { CARDS } from '../../lib/breakpoints.ts';
import { useLoadAtEnd } from '../../lib/use-load-at-end.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { useScrollToTop } from '../../lib/use-scroll-to-top.ts';
import styles from './data-table.module.css';
import { type TableColumn, TableHead } from './table-head.tsx';
import { useFocusKeptInRows } from './use-focus-kept-in-rows.ts';

interface DataTableProps<Item, By extends string> {
  label: string;
  items: readonly Item[];
  /** The loaded part of the list that `items` belong to. */
  list: {
    readonly found: number | undefined;
    readonly isOld: boolean;
    readonly canLoadMore: boolean;
    loadMore(): void;
  };
  keyOf(item: Item): string | number;
  columns: readonly TableColumn<By>[];
  /** Sets `--columns`, the grid template of the columns. */
  className: string | undefined;
  /** Estimated heights in pixels, used until rows are measured. */
  rowHeight: number;
  cardHeight: number;
  order: Order<By>;
  onOrder(order: Order<By>): void;
  /** Renders the cells of a row, or the one cell of a card. */
  children(item: Item, isCard: boolean): ReactNode;
}

/**
 * Virtualized table with sortable columns. On narrow windows, rows become cards. The next page is loaded when the last rows are
 * reached, and the focus stays in the table when the focused row is removed.
 */
export function DataTable<Item, By extends string>({
  label,
  items,
  list: { found, isOld, canLoadMore, loadMore },
  keyOf,
  columns,
  className = '',
  rowHeight,
  cardHeight,
  order,
  onOrder,
  children,
}: DataTableProps<Item, By>) {
  const scroller = useRef<HTMLDivElement>(null);
  const isCard = useMediaQuery(CARDS);
  useFocusKeptInRows(scroller, items);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isCard ? cardHeight : rowHeight),
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    overscan: 8,
  });
  const rows = virtualizer.getVirtualItems();
  useLoadAtEnd({
    lastSeen: rows.at(-1)?.index ?? -1,
    count: items.length,
    isReady: canLoadMore,
    load: loadMore,
  });
  useScrollToTop(scroller, order);
  return (
    <div
      ref={scroller}
      role="table"
      className={`${styles.table} ${className}`}
      aria-label={label}
      aria-rowcount={found === undefined ? -1 : found + 1}
      aria-busy={isOld || undefined}
    >
      <TableHead columns={columns} order={order} onOrder={onOrder} />
      <div
        role="rowgroup"
        className={styles.canvas}
        style={{ blockSize: virtualizer.getTotalSize() }}
      >
        {rows.map(({ index, key, start }) => {
          const item = items[index];
          return (
            item !== undefined && (
              <div
                key={key}
                role="row"
                className={isCard ? styles.card : styles.row}
                ref={virtualizer.measureElement}
                style={{ insetBlockStart: start }}
                aria-rowindex={index + 2}
                data-index={index}
              >
                {children(item, isCard)}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}
