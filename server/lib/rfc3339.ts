const NS_PER_SECOND = 1_000_000_000n;
const MS_PER_SECOND = 1_000;
/** File systems keep times that RFC 3339 has no year for. Seconds of its first and last day, in any zone. */
const EARLIEST = BigInt(Date.parse('0001-01-02') / MS_PER_SECOND);
const LATEST = BigInt(Date.parse('9999-12-30') / MS_PER_SECOND);

/** The last second written, and its text up to the fraction: neighbours in a folder often share it. */
let lastSecond: bigint | undefined;
let lastHead = '';
let lastZone = '';

/**
 * RFC 3339 in the server's time zone, with as many fractional digits as there are, up to nine. A time it
 * cannot express becomes the nearest that it can.
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
