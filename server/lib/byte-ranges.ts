export interface ByteRange {
  readonly start: number;
  /** Inclusive, as in HTTP. */
  readonly end: number;
}

export type RangeRequest =
  /** Nothing asked, or more bytes asked than the file has: answer with all of it. */
  | { readonly kind: 'whole' }
  | { readonly kind: 'ranges'; readonly ranges: readonly ByteRange[] }
  /** Well-formed, but nothing of it lies in the file. */
  | { readonly kind: 'unsatisfiable' }
  | { readonly kind: 'malformed' };

const UNIT = 'bytes=';
/** As many digits as the largest 64-bit number has: some clients ask up to that. */
const SPEC = /^(\d{1,19})?-(\d{1,19})?$/;
const MAX_RANGES = 64;

/** RFC 9110, 14.2, with the predecessor's reading of what is malformed (compatibility.md 5.1). */
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
  // No range can be cut out of nothing: an empty file is sent as it is.
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

/** Overlapping ranges that add up to more than the file are an attack or a mistake. */
function asksTooMuch(ranges: readonly ByteRange[], size: number): boolean {
  const asked = ranges.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  return asked > size || ranges.length > MAX_RANGES;
}
