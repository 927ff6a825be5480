/** A browser lays out lines and blocks of this length at once; one of half a million characters takes seconds. */
const BLOCK = 4_096;

/** A long text in blocks that end with a line where there is one; their line ends are left out. */
export function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = start + BLOCK;
    const lineEnd = end >= text.length ? text.length : text.lastIndexOf('\n', end);
    const isAtLine = lineEnd > start;
    const stop = isAtLine ? lineEnd : withoutHalf(text, end);
    blocks.push(text.slice(start, stop));
    start = isAtLine ? stop + 1 : stop;
  }
  return blocks;
}

/** A character of two halves is not torn. */
function withoutHalf(text: string, end: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
