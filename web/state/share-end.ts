/** Later than this, no calendar of the page has a name for a day; nobody minds. */
const LAST_YEAR = 9_999;

/** When a link ends, by its unix seconds; undefined when it never does, or so late that it makes no difference. */
export function endOfShare(expire: number): Date | undefined {
  if (expire === 0) return undefined;
  const end = new Date(expire * 1_000);
  // An end that is no date at all compares as false, too.
  return end.getFullYear() <= LAST_YEAR ? end : undefined;
}

/** A page that has been open for long shows links that are no more. */
export function isOver(end: Date, now = Date.now()): boolean {
  return end.getTime() <= now;
}
