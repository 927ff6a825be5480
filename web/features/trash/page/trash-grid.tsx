import { useRef, useSyncExternalStore } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useLoadAtEnd } from '../../../lib/use-load-at-end.ts';
import { useScrollToTop } from '../../../lib/use-scroll-to-top.ts';
import { SelectAllCheckbox } from '../../../ui/data-view/select-all-checkbox.tsx';
import grid from '../../../ui/data-view/selectable-grid.module.css';
import { type TableColumn, TableHead } from '../../../ui/data-view/table-head.tsx';
import type { TrashGridProps } from './grid-props.ts';
import styles from './trash-grid.module.css';
import { TrashRow, useTrashWords } from './trash-row.tsx';
import { useTrashKeys } from './use-trash-keys.ts';
import { useTrashPointer } from './use-trash-pointer.ts';
import { useTrashView } from './use-trash-view.ts';
import type { TrashColumn } from './visible-items.ts';

/** Virtualized grid of items with one tab stop. */
export function TrashGrid(props: TrashGridProps) {
  const { list, order, selection, withUsers, sorting, actions } = props;
  const { t } = useTranslation();
  const words = useTrashWords();
  const scroller = useRef<HTMLDivElement>(null);
  const view = useTrashView(order, scroller);
  const items = { ...view, scroller, order, selection, onOpen: actions.open, onMenu: props.onMenu };
  const onKeyDown = useTrashKeys(props, items, view.page);
  const pointer = useTrashPointer(items);
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
      className={`${grid.grid} ${styles.grid}`}
      data-view="list"
      data-users={withUsers || undefined}
      aria-label={t('shell.trash')}
      aria-rowcount={list.found === undefined ? -1 : list.found + 1}
      aria-busy={list.isOld || undefined}
      aria-multiselectable
      onKeyDown={onKeyDown}
      {...pointer}
    >
      <TableHead
        columns={useColumns(props)}
        selectAll={<SelectAll order={order} selection={selection} />}
        order={sorting}
        onOrder={props.onSort}
      />
      <div
        role="rowgroup"
        className={grid.canvas}
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
                onRestore={actions.restore}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

/** Selects all loaded items, or none if all are selected. */
function SelectAll({ order, selection }: Pick<TrashGridProps, 'order' | 'selection'>) {
  const { t } = useTranslation();
  return (
    <SelectAllCheckbox
      label={t('listing.selectAll')}
      selected={useSyncExternalStore(selection.subscribe, () => selection.paths().size)}
      count={order.count}
      onSelectAll={() => selection.selectAll(order)}
      onClear={selection.clear}
    />
  );
}

/** Returns the columns. A list that is not loaded completely can only be sorted by the time of deletion. */
function useColumns({ list, withUsers }: TrashGridProps): TableColumn<TrashColumn>[] {
  const { t } = useTranslation();
  const isSortable = !list.isLong;
  const deletedBy = { by: 'deletedBy', label: t('trash.deletedBy'), isSortable } as const;
  return [
    { by: 'name', label: t('listing.name'), isSortable },
    { by: 'path', label: t('trash.location'), isSortable },
    ...(withUsers ? [deletedBy] : []),
    { by: 'deletedAt', label: t('trash.deletedAt'), startsDescending: true },
    { by: 'expiresAt', label: t('trash.expires'), isSortable },
    { by: 'size', label: t('listing.size'), isSortable, isNumber: true },
  ];
}
