import { isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';

const BYTE_ORDER_MARKS = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;

/** Number of bytes that suffice to recognize UTF-16 by its zeros. */
const UTF_16_SAMPLE_BYTES = 4 * 1024;
/** Number of bytes for guessing, which takes a few milliseconds. More would not improve the guess. */
const GUESS_SAMPLE_BYTES = 32 * 1024;

/** Decodes a text of unknown encoding: by its byte order mark, as UTF-8, or by statistics of its letters. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf(bytes: Uint8Array): string {
  const marked = BYTE_ORDER_MARKS.find((mark) =>
    mark.bytes.every((byte, at) => bytes[at] === byte),
  );
  if (marked !== undefined) return marked.encoding;
  return utf16By(bytes) ?? (isUtf8(bytes) ? 'utf-8' : guessedFrom(bytes));
}

/** Recognizes UTF-16 without a mark: its digits and spaces make every other byte zero. Other encodings contain no zeros. */
function utf16By(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = [0, 0];
  const end = Math.min(bytes.length, UTF_16_SAMPLE_BYTES);
  for (let at = 0; at < end; at += 1) {
    if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) * 10 < end) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

function guessedFrom(bytes: Uint8Array): string {
  const sample = linesBeyondAscii(bytes);
  const leastConfidence = isMostlyAccents(sample) ? 0 : DOUBTFUL;
  const guess = analyse(sample).find(
    ({ name, confidence }) => confidence > leastConfidence && fits(name, sample),
  );
  return guess?.name ?? 'windows-1252';
}

/**
 * Confidence up to which a guess is ignored: from a word or two, almost any text looks like an Asian encoding, in which nearly
 * any two bytes are a character.
 */
const DOUBTFUL = 10;

function isMostlyAccents(sample: Uint8Array): boolean {
  const accents = sample.reduce((count, byte) => count + (byte >= 0x80 ? 1 : 0), 0);
  return accents * 2 > sample.length;
}

/**
 * Returns true if at most one letter in a hundred is invalid in the encoding. UTF-16 and UTF-32 were tested before.
 */
function fits(encoding: string, sample: Uint8Array): boolean {
  if (/^utf-(?:16|32)/i.test(encoding)) return false;
  try {
    const text = new TextDecoder(encoding).decode(sample, { stream: true });
    return text.split('\ufffd').length - 1 <= text.length / 100;
  } catch {
    // The decoder does not support this encoding.
    return false;
  }
}

const LINE_FEED = 10;

/** Returns the lines that are not plain ASCII, because numbers and times do not depend on the encoding. */
function linesBeyondAscii(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(GUESS_SAMPLE_BYTES);
  let length = 0;
  let start = 0;
  while (start < bytes.length && length < sample.length) {
    const feed = bytes.indexOf(LINE_FEED, start);
    const line = bytes.subarray(start, feed < 0 ? bytes.length : feed + 1);
    start += line.length;
    if (!line.some((byte) => byte >= 0x80)) continue;
    const kept = line.subarray(0, sample.length - length);
    sample.set(kept, length);
    length += kept.length;
  }
  return sample.subarray(0, length);
}
