/** Position in a list of one column. */
export interface RowPosition {
  readonly active: number;
  readonly count: number;
  /** Number of rows that Page Up and Page Down move by. */
  readonly page: number;
}

/** Returns the row that a key moves to; undefined for other keys. */
export function rowAfterKey(key: string, { active, count, page }: RowPosition): number | undefined {
  const rows: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  };
  const row = rows[key];
  return row === undefined ? undefined : Math.max(0, Math.min(count - 1, row));
}
