import type { Row } from './parse-table.ts';

/** Rows that decide how wide columns are: as many as somebody sees at first, and some more. */
const PROBED_ROWS = 200;
/** No column is wider than these. */
const PROBED_CHARACTERS = 60;
/** Pixels beside a text. */
const PADDING = 28;
const NARROWEST = 64;
const WIDEST = 360;

/** Pixels for every column, by the longest text in it. `measure` tells the pixels of a text. */
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

/** Exact for a font, as CSS writes it, where the browser draws. */
export function measureIn(font: string): (text: string) => number {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return estimatedWidth;
  pen.font = font;
  return (text) => pen.measureText(text).width;
}

/** Characters of East Asia are twice as wide. */
export function estimatedWidth(text: string): number {
  const wide = text.match(/[\u1100-\u115f\u2e80-\uffdc]/g)?.length ?? 0;
  return (text.length + wide) * 8;
}

/** As in every program for tables: A … Z, AA … */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}
