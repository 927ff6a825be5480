import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/** Returns the rows to render: those in view, and the active one, which has the focus or is referred to by its element. */
export function withActiveRow(range: Range, active: number): number[] {
  const rows = defaultRangeExtractor(range);
  const [first, last] = [rows.at(0), rows.at(-1)];
  if (active < 0 || active >= range.count || first === undefined || last === undefined) return rows;
  if (active < first) return [active, ...rows];
  return active > last ? [...rows, active] : rows;
}
