/** A cell of a table, both counted from 0. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** How large the table is, and how many rows are seen at once. */
export interface TableRoom {
  readonly rows: number;
  readonly columns: number;
  readonly page: number;
}

/** Where a key leads from a cell; undefined when it is no key of tables. */
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
