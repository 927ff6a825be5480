import { type Virtualizer, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { copyText } from '../../../../lib/copy-text.ts';
import { isRightToLeft } from '../../../../lib/direction.ts';
import { announce } from '../../../../ui/live-region.tsx';
import { useFirstFocus } from '../../../../ui/use-first-focus.ts';
import { type Cell, moveCell } from './move-cell.ts';
import type { Row } from './parse-table.ts';
import { TableRow } from './table-row.tsx';
import styles from './table.module.css';

/** Heights and widths in pixels. */
const ROW_HEIGHT = 32;
const HEADER_HEIGHT = 36;
/** Width of the column of row numbers. */
const NUMBER_WIDTH = 72;

export interface TableGridProps {
  readonly label: string;
  /** Rows without the header. */
  readonly rows: readonly Row[];
  /** Width of each column in pixels. */
  readonly widths: readonly number[];
  /** Columns of numbers, which are aligned at the end. */
  readonly numberColumns: ReadonlySet<number>;
  nameOf(column: number): string;
  readonly active: Cell;
  onActive(cell: Cell): void;
}

/** Virtualized table. It is one tab stop; arrow keys move within it. */
export function TableGrid(props: TableGridProps) {
  const { label, rows, widths, numberColumns, nameOf, active, onActive } = props;
  const { t } = useTranslation();
  const id = useId();
  const grid = useRef<HTMLDivElement>(null);
  const view = useTableView(grid, props);
  const onKeyDown = useTableKeys(props, view.rows);
  useFirstFocus(grid);

  const columns = view.columns.getVirtualItems();
  const inlineSize = view.columns.getTotalSize() + NUMBER_WIDTH;
  return (
    <div
      ref={grid}
      className={styles.grid}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={widths.length + 1}
      aria-activedescendant={`${id}-${active.row}-${active.column}`}
      aria-readonly
      tabIndex={0}
      data-own-gestures
      onKeyDown={onKeyDown}
    >
      <div
        role="rowgroup"
        className={styles.header}
        style={{ inlineSize, blockSize: HEADER_HEIGHT }}
      >
        <div role="row" aria-rowindex={1} className={styles.headerRow}>
          <span
            role="columnheader"
            aria-colindex={1}
            className={styles.number}
            style={{ inlineSize: NUMBER_WIDTH }}
          >
            {t('preview.rowNumber')}
          </span>
          {columns.map(({ index, start, size }) => (
            <span
              key={index}
              role="columnheader"
              aria-colindex={index + 2}
              className={styles.cell}
              data-number={numberColumns.has(index) || undefined}
              style={{ insetInlineStart: NUMBER_WIDTH + start, inlineSize: size }}
              title={nameOf(index)}
            >
              {nameOf(index)}
            </span>
          ))}
        </div>
      </div>
      <div
        role="rowgroup"
        className={styles.canvas}
        style={{ inlineSize, blockSize: view.rows.getTotalSize() }}
      >
        {view.rows.getVirtualItems().map(({ index, start }) => (
          <TableRow
            key={index}
            id={`${id}-${index}`}
            index={index}
            row={rows[index] ?? []}
            start={start}
            blockSize={ROW_HEIGHT}
            numberWidth={NUMBER_WIDTH}
            columns={columns}
            numberColumns={numberColumns}
            activeColumn={active.row === index ? active.column : undefined}
            onActive={onActive}
          />
        ))}
      </div>
    </div>
  );
}

/** Virtualizes rows and columns, and scrolls the active cell into view. */
function useTableView(
  grid: RefObject<HTMLDivElement | null>,
  { rows: data, widths, active }: TableGridProps,
) {
  const rows = useVirtualizer({
    count: data.length,
    getScrollElement: () => grid.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollPaddingEnd: HEADER_HEIGHT,
  });
  const columns = useVirtualizer({
    horizontal: true,
    isRtl: isRightToLeft(),
    count: widths.length,
    getScrollElement: () => grid.current,
    estimateSize: (column) => widths[column] ?? 0,
    overscan: 3,
    scrollPaddingEnd: NUMBER_WIDTH,
  });
  useEffect(() => columns.measure(), [columns, widths]);
  useEffect(() => {
    rows.scrollToIndex(active.row);
    columns.scrollToIndex(active.column);
  }, [rows, columns, active]);
  return { rows, columns };
}

function useTableKeys(
  { rows, widths, active, onActive }: TableGridProps,
  view: Virtualizer<HTMLDivElement, Element>,
) {
  const { t } = useTranslation();
  return (event: KeyboardEvent<HTMLDivElement>) => {
    const ctrl = event.ctrlKey || event.metaKey;
    if (ctrl && event.key.toLowerCase() === 'c') {
      // Selected text takes precedence over the cell.
      if (getSelection()?.isCollapsed === false) return;
      event.preventDefault();
      copyText(rows[active.row]?.[active.column] ?? '').then(
        () => announce(t('preview.cellCopied')),
        () => announce(t('common.copying.denied')),
      );
      return;
    }
    if (event.altKey || event.shiftKey) return;
    const seen = (view.scrollRect?.height ?? 0) - HEADER_HEIGHT;
    const page = Math.max(1, Math.floor(seen / ROW_HEIGHT) - 1);
    const size = { rows: rows.length, columns: widths.length, page };
    const to = moveCell(active, { key: event.key, ctrl, isMirrored: isRightToLeft() }, size);
    if (!to) return;
    event.preventDefault();
    onActive(to);
  };
}
