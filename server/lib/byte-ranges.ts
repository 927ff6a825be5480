export interface ByteRange {
  readonly start: number;
  /** Inclusive, as in HTTP. */
  readonly end: number;
}

export type RangeRequest =
  /** No range was requested, or more ranges or bytes than a client needs: send the whole file. */
  | { readonly kind: 'whole' }
  | { readonly kind: 'ranges'; readonly ranges: readonly ByteRange[] }
  /** The ranges are well-formed, but none overlaps the file. */
  | { readonly kind: 'unsatisfiable' }
  | { readonly kind: 'malformed' };

const UNIT = 'bytes=';
/** One range. Positions have up to 19 digits, because some clients send the largest 64-bit number. */
const SPEC = /^(\d{1,19})?-(\d{1,19})?$/;
/** Maximum number of ranges of one response. */
const MAX_RANGES = 64;

/**
 * Parses a Range header (RFC 9110, section 14.2). A header is malformed where File Browser 2 refuses it (compatibility.md 5.1).
 */
export function parseRange(header: string | undefined, size: number): RangeRequest {
  if (header === undefined || header === '') return { kind: 'whole' };
  if (!header.startsWith(UNIT)) return { kind: 'malformed' };
  const specs = header
    .slice(UNIT.length)
    .split(',')
    .map((spec) => spec.trim())
    .filter((spec) => spec !== '');
  const parsed = specs.map((spec) => parseSpec(spec, size));
  if (parsed.includes('malformed')) return { kind: 'malformed' };
  // An empty file has no ranges and is sent as a whole.
  if (specs.length === 0 || size === 0) return { kind: 'whole' };
  const ranges = parsed.filter((range) => typeof range === 'object');
  if (ranges.length === 0) return { kind: 'unsatisfiable' };
  return asksTooMuch(ranges, size) ? { kind: 'whole' } : { kind: 'ranges', ranges };
}

function parseSpec(spec: string, size: number): ByteRange | 'malformed' | 'beyond' {
  const match = SPEC.exec(spec);
  if (match === null) return 'malformed';
  const [, first, last] = match;
  if (first === undefined) return suffixRange(last, size);
  const start = Number(first);
  if (last !== undefined && Number(last) < start) return 'malformed';
  if (start >= size) return 'beyond';
  return { start, end: last === undefined ? size - 1 : Math.min(Number(last), size - 1) };
}

function suffixRange(length: string | undefined, size: number): ByteRange | 'malformed' | 'beyond' {
  if (length === undefined) return 'malformed';
  if (Number(length) === 0) return 'beyond';
  return { start: Math.max(0, size - Number(length)), end: size - 1 };
}

/** Returns whether the ranges are too many, or add up to more than the file, which is an attack or a mistake. */
function asksTooMuch(ranges: readonly ByteRange[], size: number): boolean {
  const asked = ranges.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  return asked > size || ranges.length > MAX_RANGES;
}
