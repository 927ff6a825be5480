import type { MediaClass } from './extensions.ts';

/** How much of a file is looked at, as WHATWG's MIME sniffing standard reads at least. */
export const SNIFFED_BYTES = 512;

interface Signature {
  readonly kind: MediaClass;
  /** Latin-1 text; a '?' stands for any byte. */
  readonly pattern: string;
}

/** Of WHATWG's table, those that decide between picture, sound, film, PDF, text and the rest. */
const SIGNATURES: readonly Signature[] = [
  { kind: 'text', pattern: '\xfe\xff' },
  { kind: 'text', pattern: '\xff\xfe' },
  { kind: 'text', pattern: '\xef\xbb\xbf' },
  { kind: 'pdf', pattern: '%PDF-' },
  { kind: 'image', pattern: '\x89PNG\r\n\x1a\n' },
  { kind: 'image', pattern: '\xff\xd8\xff' },
  { kind: 'image', pattern: 'GIF87a' },
  { kind: 'image', pattern: 'GIF89a' },
  { kind: 'image', pattern: 'BM' },
  { kind: 'image', pattern: '\0\0\x01\0' },
  { kind: 'image', pattern: '\0\0\x02\0' },
  { kind: 'image', pattern: 'RIFF????WEBPVP' },
  { kind: 'audio', pattern: 'ID3' },
  { kind: 'audio', pattern: 'MThd\0\0\0\x06' },
  { kind: 'audio', pattern: '.snd' },
  { kind: 'audio', pattern: 'FORM????AIFF' },
  { kind: 'audio', pattern: 'RIFF????WAVE' },
  { kind: 'video', pattern: 'RIFF????AVI ' },
  { kind: 'video', pattern: '\x1a\x45\xdf\xa3' },
  { kind: 'video', pattern: '????ftypmp4' },
  { kind: 'video', pattern: '????ftypisom' },
];

/** What the first bytes of a file are, if they are something known. */
export function sniffMedia(head: Uint8Array): MediaClass | undefined {
  return SIGNATURES.find(({ pattern }) => beginsWith(head, pattern))?.kind;
}

function beginsWith(head: Uint8Array, pattern: string): boolean {
  if (head.length < pattern.length) return false;
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] !== '?' && pattern.charCodeAt(at) !== head[at]) return false;
  }
  return true;
}

/**
 * The predecessor's test: a control character up to U+0008, or an invalid UTF-8 sequence that is not among
 * the last four code points (where it may only be cut off), makes a file binary.
 */
export function looksBinary(head: Uint8Array): boolean {
  const points = codePointsOf(head);
  return points.some((point, index) =>
    point === INVALID ? index < points.length - 4 : point <= 8,
  );
}

const INVALID = -1;

/** Code points as Go decodes them: each byte that begins no valid sequence is one invalid point. */
function codePointsOf(bytes: Uint8Array): number[] {
  const points: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const { point, length } = decodeAt(bytes, at);
    points.push(point);
    at += length;
  }
  return points;
}

function decodeAt(bytes: Uint8Array, at: number): { point: number; length: number } {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return { point: first, length: 1 };
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return { point: INVALID, length: 1 };
  let point = first & (0x7f >> length);
  for (let step = 1; step < length; step += 1) {
    const next = bytes[at + step];
    if (next === undefined || (next & 0xc0) !== 0x80) return { point: INVALID, length: 1 };
    point = (point << 6) | (next & 0x3f);
  }
  return isValidPoint(point, length) ? { point, length } : { point: INVALID, length: 1 };
}

const SMALLEST_OF_LENGTH = [0, 0, 0x80, 0x800, 0x10000] as const;

function isValidPoint(point: number, length: number): boolean {
  const overlong = point < (SMALLEST_OF_LENGTH[length] ?? 0);
  const surrogate = point >= 0xd800 && point <= 0xdfff;
  return !overlong && !surrogate && point <= 0x10ffff;
}
