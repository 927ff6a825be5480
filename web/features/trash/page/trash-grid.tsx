import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useLoadAtEnd } from '../../../lib/use-load-at-end.ts';
import { useScrollToTop } from '../../../lib/use-scroll-to-top.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { TrashGridProps } from './grid-props.ts';
import styles from './trash-grid.module.css';
import { TrashRow, useTrashWords } from './trash-row.tsx';
import { useTrashKeys } from './use-trash-keys.ts';
import { useTrashPointer } from './use-trash-pointer.ts';
import { useTrashView } from './use-trash-view.ts';
import { nextSorting, type TrashColumn } from './visible-items.ts';

/** Virtualized grid of items with one tab stop. */
export function TrashGrid(props: TrashGridProps) {
  const { list, order, selection, withUsers, sorting, verbs } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const words = useTrashWords();
  const view = useTrashView(order, scroller);
  const onKeyDown = useTrashKeys(props, view, scroller);
  const pointer = useTrashPointer(props, view);
  const rows = view.virtualizer.getVirtualItems();
  useLoadAtEnd({
    lastSeen: rows.at(-1)?.index ?? -1,
    count: order.count,
    isReady: list.canLoadMore,
    load: list.loadMore,
  });
  useScrollToTop(scroller, sorting);
  return (
    <div
      ref={scroller}
      role="grid"
      className={styles.grid}
      data-users={withUsers || undefined}
      aria-label={t('shell.trash')}
      aria-rowcount={list.found === undefined ? -1 : list.found + 1}
      aria-busy={list.isOld || undefined}
      aria-multiselectable
      onKeyDown={onKeyDown}
      {...pointer}
    >
      <Columns {...props} />
      <div
        role="rowgroup"
        className={styles.canvas}
        style={{ blockSize: view.virtualizer.getTotalSize() }}
      >
        {rows.map(({ index, start, size }) => {
          const item = order.at(index);
          return (
            item && (
              <TrashRow
                key={item.id}
                item={item}
                index={index}
                top={start}
                height={size}
                isActive={index === view.active}
                withUser={withUsers}
                selection={selection}
                words={words}
                onRestore={verbs.restore}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

const COLUMNS = [
  { by: 'name', label: 'listing.name' },
  { by: 'path', label: 'trash.location' },
  { by: 'deletedBy', label: 'trash.deletedBy' },
  { by: 'deletedAt', label: 'trash.deletedAt' },
  { by: 'expiresAt', label: 'trash.expires' },
  { by: 'size', label: 'listing.size' },
] as const satisfies readonly { by: TrashColumn; label: string }[];

/** Header with buttons that sort. A list that is not loaded completely can only be sorted by time. */
function Columns({ list, withUsers, sorting, onSort }: TrashGridProps) {
  const { t } = useTranslation();
  const Arrow = sorting.isAscending ? ArrowUp : ArrowDown;
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" className={styles.columns} aria-rowindex={1}>
        {COLUMNS.filter(({ by }) => withUsers || by !== 'deletedBy').map(({ by, label }) => (
          <div
            key={by}
            role="columnheader"
            className={styles[`${by}Head`]}
            aria-sort={
              sorting.by !== by ? 'none' : sorting.isAscending ? 'ascending' : 'descending'
            }
          >
            {by === 'deletedAt' || !list.isLong ? (
              <button
                type="button"
                className={styles.sort}
                data-current={sorting.by === by ? '' : undefined}
                onClick={() => onSort(nextSorting(sorting, by))}
              >
                {t(label)}
                {sorting.by === by && <Arrow size={14} strokeWidth={2} aria-hidden />}
              </button>
            ) : (
              <span className={styles.label}>{t(label)}</span>
            )}
          </div>
        ))}
        <div role="columnheader">
          <VisuallyHidden>{t('listing.actions')}</VisuallyHidden>
        </div>
      </div>
    </div>
  );
}
