/** A cell of a table, counted from 0. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Number of rows by which Page Up and Page Down move. */
  readonly page: number;
}

/** Returns the target cell of a navigation key; undefined for other keys. In a mirrored table, the first column is at the right. */
export function moveCell(
  { row, column }: Cell,
  { key, ctrl, isMirrored }: { key: string; ctrl: boolean; isMirrored: boolean },
  { rows, columns, page }: GridSize,
): Cell | undefined {
  const step = ctrl ? Number.POSITIVE_INFINITY : 1;
  const stepRight = isMirrored ? -step : step;
  const targets: Readonly<Record<string, Cell>> = {
    ArrowUp: { row: row - step, column },
    ArrowDown: { row: row + step, column },
    ArrowLeft: { row, column: column - stepRight },
    ArrowRight: { row, column: column + stepRight },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
    Home: { row: ctrl ? 0 : row, column: 0 },
    End: { row: ctrl ? rows : row, column: columns },
  };
  const target = targets[key];
  return target && { row: within(target.row, rows), column: within(target.column, columns) };
}

function within(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index));
}
