const MICROS = 1_000_000;
/** A number plus this fraction of it is the next larger floating-point number: about a quarter of a microsecond later for times of today. */
const TO_NEXT = Number.EPSILON / 2;

/**
 * Returns seconds and microseconds as the number by which Node sets times. The result is never smaller, for versions
 * of Node that truncate to microseconds, and never half a microsecond larger, for versions that round.
 */
export function secondsOf(seconds: number, micros: number): number {
  const nearest = seconds + micros / MICROS;
  return Math.floor((nearest - seconds) * MICROS) < micros ? nearest + nearest * TO_NEXT : nearest;
}
