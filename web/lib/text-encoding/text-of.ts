import { decodeText, encodingsOf } from './text-encoding.ts';

/** Control characters that do not occur in texts: all but line breaks, tabs, form feeds and the escape character. */
const BINARY = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/;
/** Maximum percentage of non-ASCII characters in text of a single-byte encoding. */
const MAX_UNUSUAL_PERCENT = 40;
/** Number of characters that are checked. */
const PROBE_CHARACTERS = 4_096;

/**
 * Decodes the bytes of a file in its likely encoding; undefined if they are not text. With `isCut`, the bytes may end
 * within a character.
 */
export function textOf(bytes: Uint8Array, { isCut }: { isCut: boolean }): string | undefined {
  const whole = isCut ? withoutPartialCharacter(bytes) : bytes;
  const [encoding] = encodingsOf(whole);
  const text = encoding && decodeText(whole, encoding);
  if (text === undefined || BINARY.test(text.slice(0, PROBE_CHARACTERS))) return undefined;
  const isCertain = encoding !== 'latin-1' && encoding !== 'windows-1252';
  return isCertain || looksLikeText(text) ? text : undefined;
}

/** Removes a partial character at the end, which would be taken for another encoding. */
function withoutPartialCharacter(bytes: Uint8Array): Uint8Array {
  const isUtf16 =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) return bytes.subarray(0, bytes.length - (bytes.length % 2));
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return bytesOfCharacter(byte) > back ? bytes.subarray(0, -back) : bytes;
  }
  return bytes;
}

function bytesOfCharacter(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

function looksLikeText(text: string): boolean {
  const probe = text.slice(0, PROBE_CHARACTERS);
  const unusual = probe.match(/[\u0080-\uffff]/g)?.length ?? 0;
  return unusual * 100 <= probe.length * MAX_UNUSUAL_PERCENT;
}
