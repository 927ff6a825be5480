/** Line endings of files. */
export const LINE_ENDS = ['\n', '\r\n', '\r'] as const;
export type LineEnd = (typeof LINE_ENDS)[number];

/** Lines of a text with the most common line ending and its exceptions. */
export interface Lines {
  /** At least one line; the last one is empty if the text ends with a line ending. */
  readonly lines: readonly string[];
  /** Ending of most lines, and of new ones. */
  readonly end: LineEnd;
  /** Lines with another ending, from 0, in order. */
  readonly exceptions: readonly { readonly line: number; readonly end: LineEnd }[];
}

const ANY_END = /\r\n|\n|\r/g;

/** Splits a text into lines. `joinLines` restores exactly the same text. */
export function splitLines(text: string): Lines {
  const lines: string[] = [];
  const ends: LineEnd[] = [];
  let start = 0;
  for (const match of text.matchAll(ANY_END)) {
    lines.push(text.slice(start, match.index));
    // The expression matches only line endings.
    ends.push(match[0] as LineEnd);
    start = match.index + match[0].length;
  }
  lines.push(text.slice(start));
  const end = mostCommon(ends);
  const exceptions = ends
    .map((end, line) => ({ line, end }))
    .filter((exception) => exception.end !== end);
  return { lines, end, exceptions };
}

/** Joins lines with their endings. */
export function joinLines({ lines, end, exceptions }: Lines): string {
  if (exceptions.length === 0) return lines.join(end);
  const ends = new Map(exceptions.map((exception) => [exception.line, exception.end]));
  const last = lines.length - 1;
  return lines
    .map((line, index) => (index === last ? line : line + (ends.get(index) ?? end)))
    .join('');
}

function mostCommon(ends: readonly LineEnd[]): LineEnd {
  const counts = new Map<LineEnd, number>(LINE_ENDS.map((end) => [end, 0]));
  for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1);
  return LINE_ENDS.reduce((best, end) =>
    (counts.get(end) ?? 0) > (counts.get(best) ?? 0) ? end : best,
  );
}
