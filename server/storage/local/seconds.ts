const MICROS = 1_000_000;
/** What of a number leads to the next one: for seconds of our time about a quarter of a microsecond. */
const TO_NEXT = Number.EPSILON / 2;

/**
 * Seconds and microseconds as the number that Node sets times by: never before them, so that a Node that cuts off
 * what is not a whole microsecond keeps them, and never half a microsecond behind them, for one that does not.
 */
export function secondsOf(seconds: number, micros: number): number {
  const nearest = seconds + micros / MICROS;
  return Math.floor((nearest - seconds) * MICROS) < micros ? nearest + nearest * TO_NEXT : nearest;
}
