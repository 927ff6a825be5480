const NS_PER_SECOND = 1_000_000_000n;
const MS_PER_SECOND = 1_000;
/** First and last second that RFC 3339 can express in every time zone. File systems can store times outside of this range. */
const EARLIEST = BigInt(Date.parse('0001-01-02') / MS_PER_SECOND);
const LATEST = BigInt(Date.parse('9999-12-30') / MS_PER_SECOND);

/** The last formatted second, and its text up to the fraction. Entries of a folder often have the same second. */
let lastSecond: bigint | undefined;
let lastHead = '';
let lastZone = '';

/**
 * Formats a time as RFC 3339 in the server's time zone, with up to nine fractional digits. A time that RFC 3339 cannot express is
 * replaced by the nearest one.
 */
export function rfc3339(timeNs: bigint): string {
  let second = timeNs / NS_PER_SECOND;
  let fraction = timeNs % NS_PER_SECOND;
  if (fraction < 0n) {
    second -= 1n;
    fraction += NS_PER_SECOND;
  }
  if (second < EARLIEST) second = EARLIEST;
  if (second > LATEST) second = LATEST;
  if (second !== lastSecond) rememberSecond(second);
  return lastHead + fractionText(fraction) + lastZone;
}

function rememberSecond(second: bigint): void {
  const date = new Date(Number(second) * MS_PER_SECOND);
  const eastMinutes = -date.getTimezoneOffset();
  const local = new Date(date.getTime() + eastMinutes * 60_000);
  lastSecond = second;
  lastHead = local.toISOString().slice(0, -5);
  lastZone = zoneText(eastMinutes);
}

function zoneText(eastMinutes: number): string {
  if (eastMinutes === 0) return 'Z';
  const distance = Math.abs(eastMinutes);
  const hours = String(Math.floor(distance / 60)).padStart(2, '0');
  const minutes = String(distance % 60).padStart(2, '0');
  return `${eastMinutes < 0 ? '-' : '+'}${hours}:${minutes}`;
}

function fractionText(fraction: bigint): string {
  if (fraction === 0n) return '';
  return `.${String(fraction).padStart(9, '0').replace(/0+$/, '')}`;
}
