import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import type { WriteCondition } from '../tree/write-condition.ts';
import type { EntryStat } from '../storage/entry.ts';

const NS_PER_MS = 1_000_000n;

/** Facts that identify a version of a file. */
export type TaggedStat = Pick<EntryStat, 'modifiedNs' | 'size' | 'fingerprint'>;

/**
 * Returns the entity tag of a file: nanoseconds of its last change, its size and a checksum of its fingerprint, in hexadecimal.
 * The fingerprint distinguishes files of two users with the same path, time and size. Otherwise a browser that both use would show
 * the cached file of the first user to the second (304).
 */
export function etagOf({ modifiedNs, size, fingerprint }: TaggedStat): string {
  const checksum = crc32(fingerprint).toString(16).padStart(8, '0');
  return `"${modifiedNs.toString(16)}${size.toString(16)}${checksum}"`;
}

/** Returns the modification time in whole seconds, as in HTTP dates. Milliseconds since 1970. */
export function lastModifiedMs({ modifiedNs }: Pick<EntryStat, 'modifiedNs'>): number {
  return Math.floor(Number(modifiedNs / NS_PER_MS) / 1_000) * 1_000;
}

export type Precondition = 'send' | 'not-modified' | 'failed';

/** Evaluates conditions in the order of RFC 9110, 13.2.2. */
export function evaluateConditions(
  headers: IncomingHttpHeaders,
  etag: string,
  modifiedMs: number,
): Precondition {
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined) {
    if (!matchesEtag(ifMatch, etag)) return 'failed';
  } else if (isBefore(headers['if-unmodified-since'], modifiedMs)) {
    return 'failed';
  }
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) return matchesEtag(ifNoneMatch, etag) ? 'not-modified' : 'send';
  const since = parseDate(headers['if-modified-since']);
  return since !== undefined && modifiedMs <= since ? 'not-modified' : 'send';
}

/** Returns whether the client has the representation already (RFC 9110, 13.1.2). */
export function isKnownToClient(headers: IncomingHttpHeaders, etag: string): boolean {
  const ifNoneMatch = headers['if-none-match'];
  return ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag);
}

/**
 * Returns the condition of a request that writes: `If-Match: *` requires a file, `If-None-Match: *` requires that none
 * exists. Undefined without a condition.
 */
export function writeConditionOf(headers: IncomingHttpHeaders): WriteCondition | undefined {
  const names = ['if-match', 'if-none-match', 'if-unmodified-since'];
  if (!names.some((name) => headers[name] !== undefined)) return undefined;
  return (current) => {
    if (current === undefined) return headers['if-match'] === undefined;
    const { 'if-modified-since': _, ...conditions } = headers;
    return evaluateConditions(conditions, etagOf(current), lastModifiedMs(current)) === 'send';
  };
}

/** Returns whether the Range header applies: without `If-Range`, or when it has the present entity tag or time. */
export function rangeStillHolds(
  headers: IncomingHttpHeaders,
  etag: string,
  modifiedMs: number,
): boolean {
  const ifRange = headers['if-range'];
  if (ifRange === undefined) return true;
  const text = String(ifRange);
  if (text.startsWith('"')) return text === etag;
  return parseDate(text) === modifiedMs;
}

function matchesEtag(header: string, etag: string): boolean {
  const wanted = header.split(',').map((part) => part.trim().replace(/^W\//, ''));
  return wanted.includes('*') || wanted.includes(etag.replace(/^W\//, ''));
}

function isBefore(date: string | undefined, modifiedMs: number): boolean {
  const limit = parseDate(date);
  return limit !== undefined && modifiedMs > limit;
}

/** Parses an HTTP date. Date.parse alone accepts many other formats. */
function parseDate(text: string | undefined): number | undefined {
  if (text === undefined || !HTTP_DATE.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
