import type { MediaClass } from './extensions.ts';

/** Number of first bytes that are examined: the minimum of WHATWG's MIME Sniffing standard. */
export const SNIFFED_BYTES = 512;

interface Signature {
  readonly type: string;
  /** Latin-1 text; a '?' stands for any byte. */
  readonly pattern: string;
}

/** The signatures of WHATWG's table that tell image, audio, video, PDF and text apart, and those of camera formats. */
const SIGNATURES: readonly Signature[] = [
  { type: 'text/plain', pattern: '\xfe\xff' },
  { type: 'text/plain', pattern: '\xff\xfe' },
  { type: 'text/plain', pattern: '\xef\xbb\xbf' },
  { type: 'application/pdf', pattern: '%PDF-' },
  { type: 'image/png', pattern: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', pattern: '\xff\xd8\xff' },
  { type: 'image/gif', pattern: 'GIF87a' },
  { type: 'image/gif', pattern: 'GIF89a' },
  { type: 'image/bmp', pattern: 'BM' },
  { type: 'image/x-icon', pattern: '\0\0\x01\0' },
  { type: 'image/x-icon', pattern: '\0\0\x02\0' },
  { type: 'image/webp', pattern: 'RIFF????WEBPVP' },
  { type: 'image/tiff', pattern: 'II*\0' },
  { type: 'image/tiff', pattern: 'MM\0*' },
  { type: 'image/avif', pattern: '????ftypavif' },
  { type: 'image/heic', pattern: '????ftypheic' },
  { type: 'image/heic', pattern: '????ftypheix' },
  { type: 'image/heif', pattern: '????ftypmif1' },
  { type: 'audio/mpeg', pattern: 'ID3' },
  { type: 'audio/flac', pattern: 'fLaC\0' },
  { type: 'audio/ogg', pattern: 'OggS\0' },
  { type: 'audio/mp4', pattern: '????ftypM4A ' },
  { type: 'audio/midi', pattern: 'MThd\0\0\0\x06' },
  { type: 'audio/basic', pattern: '.snd' },
  { type: 'audio/aiff', pattern: 'FORM????AIFF' },
  { type: 'audio/wave', pattern: 'RIFF????WAVE' },
  { type: 'video/avi', pattern: 'RIFF????AVI ' },
  { type: 'video/webm', pattern: '\x1a\x45\xdf\xa3' },
  { type: 'video/mp4', pattern: '????ftypmp4' },
  { type: 'video/mp4', pattern: '????ftypisom' },
  { type: 'video/mp4', pattern: '????ftypM4V ' },
  { type: 'video/quicktime', pattern: '????ftypqt  ' },
];

/** Returns the media type that matches the first bytes of a file, if one does. */
export function sniffType(head: Uint8Array): string | undefined {
  return SIGNATURES.find(({ pattern }) => beginsWith(head, pattern))?.type;
}

/** Returns the class of the media type that matches the first bytes of a file, if one does. */
export function sniffMedia(head: Uint8Array): MediaClass | undefined {
  const type = sniffType(head);
  if (type === undefined) return undefined;
  return type === 'application/pdf' ? 'pdf' : CLASSES.find((known) => type.startsWith(`${known}/`));
}
const CLASSES = ['text', 'image', 'audio', 'video'] as const;

function beginsWith(head: Uint8Array, pattern: string): boolean {
  if (head.length < pattern.length) return false;
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] !== '?' && pattern.charCodeAt(at) !== head[at]) return false;
  }
  return true;
}

/** Returns true for bytes with a control character that no text encoding uses (WHATWG's test for binary data). */
export function hasBinaryBytes(head: Uint8Array): boolean {
  return head.some((byte) => byte <= 8 || byte === 11 || (byte >= 14 && byte <= 31 && byte !== 27));
}

/**
 * Applies the test of File Browser 2: a file is binary if it has a control character up to U+0008, or an invalid
 * UTF-8 sequence that is not among the last four code points (where it may only be cut off).
 */
export function looksBinary(head: Uint8Array): boolean {
  const points = codePointsOf(head);
  return points.some((point, index) =>
    point === INVALID ? index < points.length - 4 : point <= 8,
  );
}

const INVALID = -1;

/** Decodes code points as Go does: each byte that begins no valid sequence is one invalid point. */
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
