import type { Row } from './parse-table.ts';

/** Number of rows that determine the column widths. */
const PROBED_ROWS = 200;
/** Maximum number of characters that determine a column width. */
const PROBED_CHARACTERS = 60;
/** Horizontal padding of a cell, in pixels. */
const PADDING = 28;
/** Limits of the width of a column, in pixels. */
const NARROWEST = 64;
const WIDEST = 360;

/** Returns the width of each column in pixels by its longest text. `measure` returns the width of a text. */
export function columnWidths(
  rows: readonly Row[],
  columnCount: number,
  measure: (text: string) => number,
): number[] {
  const longest = Array.from({ length: columnCount }, () => '');
  for (const row of rows.slice(0, PROBED_ROWS)) {
    row.forEach((cell, column) => {
      const shown = cell.slice(0, PROBED_CHARACTERS);
      if (estimatedWidth(shown) > estimatedWidth(longest[column] ?? '')) longest[column] = shown;
    });
  }
  return longest.map((text) =>
    Math.min(WIDEST, Math.max(NARROWEST, Math.ceil(measure(text) + PADDING))),
  );
}

/** Returns an exact measure for a CSS font, if the browser supports canvas. */
export function measureIn(font: string): (text: string) => number {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return estimatedWidth;
  pen.font = font;
  return (text) => pen.measureText(text).width;
}

/** Counts East Asian characters as twice as wide. */
export function estimatedWidth(text: string): number {
  const wide = text.match(/[\u1100-\u115f\u2e80-\uffdc]/g)?.length ?? 0;
  return (text.length + wide) * 8;
}

/** Returns the letters of a column, as in spreadsheets: A … Z, AA … */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}
