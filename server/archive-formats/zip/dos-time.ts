/** The years that seven bits can count from 1980 on; times outside become the first or the last of them. */
const FIRST = Date.UTC(1980, 0, 1) / 1_000;
const LAST = Date.UTC(2107, 11, 31, 23, 59, 58) / 1_000;

/**
 * Date in the upper and time in the lower 16 bits, in steps of two seconds. In UTC, for want of a zone that would mean
 * something to the reader; who can read the extended timestamp has no use for it.
 */
export function dosTime(seconds: number): number {
  const date = new Date(Math.min(Math.max(seconds, FIRST), LAST) * 1_000);
  const day =
    ((date.getUTCFullYear() - 1_980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time =
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}
