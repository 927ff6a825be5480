import type { VirtualItem } from '@tanstack/react-virtual';
import type { Cell } from './move-cell.ts';
import type { Row } from './parse-table.ts';
import styles from './table.module.css';

/** Maximum number of rendered characters per cell; no column is wider. */
const SHOWN_CHARACTERS = 200;
/** Maximum length of a tooltip. */
const HINT_CHARACTERS = 1_000;

/** Row of a table. Only its visible columns are rendered. Positions and sizes are in pixels. */
export function TableRow({
  id,
  index,
  row,
  start,
  blockSize,
  numberWidth,
  columns,
  numberColumns,
  activeColumn,
  onActive,
}: {
  id: string;
  index: number;
  row: Row;
  start: number;
  blockSize: number;
  numberWidth: number;
  columns: readonly VirtualItem[];
  numberColumns: ReadonlySet<number>;
  activeColumn: number | undefined;
  onActive(cell: Cell): void;
}) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={styles.row}
      style={{ insetBlockStart: start, blockSize }}
    >
      <span
        role="rowheader"
        aria-colindex={1}
        className={styles.number}
        style={{ inlineSize: numberWidth }}
      >
        {index + 1}
      </span>
      {columns.map(({ index: column, start: at, size }) => {
        const text = row[column] ?? '';
        return (
          // The grid takes the keys, for the cell that is the active one.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <span
            key={column}
            id={`${id}-${column}`}
            role="gridcell"
            aria-colindex={column + 2}
            aria-selected={activeColumn === column}
            className={styles.cell}
            data-number={numberColumns.has(column) || undefined}
            style={{ insetInlineStart: numberWidth + at, inlineSize: size }}
            title={text.slice(0, HINT_CHARACTERS)}
            onClick={() => onActive({ row: index, column })}
          >
            {text.slice(0, SHOWN_CHARACTERS)}
          </span>
        );
      })}
    </div>
  );
}
