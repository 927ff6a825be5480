import type { EntryType } from '#contract/files.ts';
import { mediaClassOf, type MediaClass } from './extensions.ts';
import { looksBinary, sniffMedia } from './sniff.ts';

/** Maximum size of a file that the page opens as text. Bytes. */
export const MAX_TEXT_BYTES = 10_485_760;

export interface TypeQuestion {
  /** The extension with its dot. */
  readonly extension: string;
  readonly size: number;
  /** Returns the first bytes; undefined if the file must not be read. Called only if the name does not decide. */
  readHead(): Uint8Array | undefined;
}

/** Returns the type of a regular file (compatibility.md 3.4): by its name, then by its first bytes. */
export function typeOfFile(question: TypeQuestion): EntryType {
  const byName = mediaClassOf(question.extension);
  if (byName !== undefined && byName !== 'other' && byName !== 'text') return byName;
  const small = question.size <= MAX_TEXT_BYTES;
  if (byName === 'text') return small ? 'text' : 'blob';
  return typeByHead(byName, question, small);
}

function typeByHead(
  byName: MediaClass | undefined,
  question: TypeQuestion,
  small: boolean,
): EntryType {
  // A known container above the text limit is a blob whatever its contents, so there is nothing to read.
  if (byName === 'other' && !small) return 'blob';
  const head = question.size === 0 ? EMPTY : question.readHead();
  if (head === undefined) return small ? 'text' : 'blob';
  const media = byName === undefined ? sniffMedia(head) : undefined;
  if (media === 'image' || media === 'audio' || media === 'video' || media === 'pdf') return media;
  return small && (media === 'text' || !looksBinary(head)) ? 'text' : 'blob';
}

const EMPTY = new Uint8Array();
