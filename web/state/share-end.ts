/** Last year that every calendar supported by the page can show. */
const LAST_YEAR = 9_999;

/**
 * Returns the expiry time of a share given in Unix seconds; undefined if it never expires or is too far in the
 * future.
 */
export function endOfShare(expire: number): Date | undefined {
  if (expire === 0) return undefined;
  const end = new Date(expire * 1_000);
  // Also false for an invalid date.
  return end.getFullYear() <= LAST_YEAR ? end : undefined;
}

/** Returns true if a share has expired while the page was open. */
export function isOver(end: Date, now = Date.now()): boolean {
  return end.getTime() <= now;
}
