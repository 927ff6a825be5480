import type { Member } from '../member.ts';
import { MAX_OCTAL } from './tar-header.ts';

/** Splits a name into the fields of a ustar header; undefined if it needs a pax record. */
export function ustarName(name: string): { prefix: string; name: string } | undefined {
  if (!isAscii(name)) return undefined;
  if (name.length <= 100) return { prefix: '', name };
  // Cuts at the first slash that leaves at most 100 bytes. A slash at the very end would leave nothing.
  const cut = name.indexOf('/', name.length - 101);
  if (cut <= 0 || cut > 155 || cut >= name.length - 1) return undefined;
  return { prefix: name.slice(0, cut), name: name.slice(cut + 1) };
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

/** Returns true if a number fits into a header field of eleven octal digits. */
export function isOctal(value: number): boolean {
  return value >= 0 && value <= MAX_OCTAL;
}

/**
 * Returns the extended header records (POSIX.1-2001) of all values that do not fit into the header: `length
 * keyword=value\n`.
 */
export function paxRecords(member: Member): string {
  let records = '';
  if (ustarName(member.name) === undefined) records += record('path', member.name);
  if (!isOctal(member.size)) records += record('size', String(member.size));
  if (member.nanoseconds !== 0 || !isOctal(member.seconds)) {
    records += record('mtime', decimalTime(member));
  }
  return records;
}

/** Returns a record. Its length includes the digits of the length. */
function record(keyword: string, value: string): string {
  const rest = Buffer.byteLength(` ${keyword}=${value}\n`);
  let length = rest + String(rest).length;
  if (String(length).length > String(rest).length) length = rest + String(length).length;
  return `${length} ${keyword}=${value}\n`;
}

/** Formats a time as decimal seconds. Nanoseconds count forwards even before 1970: -1 s and 0.25 s are -0.75 s. */
function decimalTime({ seconds, nanoseconds }: Member): string {
  const isBefore = seconds < 0 && nanoseconds > 0;
  const whole = isBefore ? seconds + 1 : seconds;
  const rest = isBefore ? 1_000_000_000 - nanoseconds : nanoseconds;
  const sign = isBefore && whole === 0 ? '-' : '';
  if (rest === 0) return String(whole);
  return `${sign}${whole}.${String(rest).padStart(9, '0').replace(/0+$/, '')}`;
}
