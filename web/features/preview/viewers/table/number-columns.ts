import type { Row } from './parse-table.ts';

/** Number of rows that decide. */
const PROBED_ROWS = 50;
/** Digits with separators, a sign, and a percent sign or a currency, as programs write them. Dates and names of versions are none. */
const NUMBER = /^[-+−]?[\p{Sc}]?\s?\d+(?:[.,\s'’]\d+)*\s?[%\p{Sc}]?$/u;

/** Returns the columns that contain only numbers, which stand below each other at the end of their cells. */
export function numberColumns(rows: readonly Row[], count: number): ReadonlySet<number> {
  const first = rows.slice(0, PROBED_ROWS);
  const found = new Set<number>();
  for (let column = 0; column < count; column += 1) {
    const texts = first.map((row) => (row[column] ?? '').trim()).filter((text) => text !== '');
    if (texts.length > 0 && texts.every((text) => NUMBER.test(text))) found.add(column);
  }
  return found;
}
