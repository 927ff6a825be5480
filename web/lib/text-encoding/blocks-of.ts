/** Length of blocks, which browsers lay out quickly. A block of half a million characters would take seconds. */
const BLOCK = 4_096;

/** Splits a long text into blocks at line ends, which are removed. */
export function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = start + BLOCK;
    const lineEnd = end >= text.length ? text.length : text.lastIndexOf('\n', end);
    const isAtLine = lineEnd > start;
    const stop = isAtLine ? lineEnd : beforeSplitPair(text, end);
    blocks.push(text.slice(start, stop));
    start = isAtLine ? stop + 1 : stop;
  }
  return blocks;
}

/** Returns an end that does not split a surrogate pair. */
function beforeSplitPair(text: string, end: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
