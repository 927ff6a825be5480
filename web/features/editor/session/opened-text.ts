import type { FileBytes } from '../../../api/texts.ts';
import { type Lines, splitLines } from '../../../lib/text-encoding/line-ends.ts';
import {
  decodeText,
  type Encoding,
  encodingsOf,
} from '../../../lib/text-encoding/text-encoding.ts';

/** A file decoded as text. */
export interface OpenedText extends FileBytes {
  readonly encoding: Encoding;
  /** Encodings that round-trip the bytes. */
  readonly encodings: readonly Encoding[];
  readonly lines: Lines;
}

/**
 * Decodes a file, in the encoding `wanted` if it round-trips the bytes, otherwise in the first that does. Returns
 * undefined if none does: the file is then treated as binary.
 */
export function openText(file: FileBytes, wanted?: Encoding): OpenedText | undefined {
  const encodings = encodingsOf(file.bytes);
  const encoding = wanted !== undefined && encodings.includes(wanted) ? wanted : encodings.at(0);
  const text = encoding && decodeText(file.bytes, encoding);
  if (encoding === undefined || text === undefined) return undefined;
  return { ...file, encoding, encodings, lines: splitLines(text) };
}

export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
