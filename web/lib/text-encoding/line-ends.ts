/** How a line ends in a file. */
export const LINE_ENDS = ['\n', '\r\n', '\r'] as const;
export type LineEnd = (typeof LINE_ENDS)[number];

/** A text taken apart: what is between two lines is said once for most of them, and one by one for the others. */
export interface Lines {
  /** At least one; the last is empty when the text ends with the end of a line. */
  readonly lines: readonly string[];
  /** How most lines end, and new ones will. */
  readonly end: LineEnd;
  /** The lines, counted from 0, that end otherwise, in their order. */
  readonly exceptions: readonly { readonly line: number; readonly end: LineEnd }[];
}

const ANY_END = /\r\n|\n|\r/g;

/** Loses nothing: `joinLines` gives the very same text back. */
export function splitLines(text: string): Lines {
  const lines: string[] = [];
  const ends: LineEnd[] = [];
  let start = 0;
  for (const match of text.matchAll(ANY_END)) {
    lines.push(text.slice(start, match.index));
    // The expression matches nothing else.
    ends.push(match[0] as LineEnd);
    start = match.index + match[0].length;
  }
  lines.push(text.slice(start));
  const end = commonest(ends);
  const exceptions = ends
    .map((end, line) => ({ line, end }))
    .filter((exception) => exception.end !== end);
  return { lines, end, exceptions };
}

/** The text as it lies in the file. */
export function joinLines({ lines, end, exceptions }: Lines): string {
  if (exceptions.length === 0) return lines.join(end);
  const ends = new Map(exceptions.map((exception) => [exception.line, exception.end]));
  const last = lines.length - 1;
  return lines
    .map((line, index) => (index === last ? line : line + (ends.get(index) ?? end)))
    .join('');
}

function commonest(ends: readonly LineEnd[]): LineEnd {
  const counts = new Map<LineEnd, number>(LINE_ENDS.map((end) => [end, 0]));
  for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1);
  return LINE_ENDS.reduce((best, end) =>
    (counts.get(end) ?? 0) > (counts.get(best) ?? 0) ? end : best,
  );
}
