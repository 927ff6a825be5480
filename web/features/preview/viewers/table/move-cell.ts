/** A cell of a table, counted from 0. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** Size of the table and number of visible rows. */
export interface TableRoom {
  readonly rows: number;
  readonly columns: number;
  readonly page: number;
}

/** Returns the target cell of a navigation key; undefined for other keys. */
export function moveCell(
  { row, column }: Cell,
  { key, ctrl, isMirrored }: { key: string; ctrl: boolean; isMirrored: boolean },
  { rows, columns, page }: TableRoom,
): Cell | undefined {
  const end = ctrl ? Number.POSITIVE_INFINITY : 1;
  const side = isMirrored ? -1 : 1;
  const to: Readonly<Record<string, Cell>> = {
    ArrowUp: { row: row - end, column },
    ArrowDown: { row: row + end, column },
    ArrowLeft: { row, column: column - end * side },
    ArrowRight: { row, column: column + end * side },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
    Home: { row: ctrl ? 0 : row, column: 0 },
    End: { row: ctrl ? rows : row, column: columns },
  };
  const wanted = to[key];
  return wanted && { row: within(wanted.row, rows), column: within(wanted.column, columns) };
}

function within(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index));
}
