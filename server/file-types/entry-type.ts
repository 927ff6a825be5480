import type { EntryType } from '#contract/files.ts';
import { mediaClassOf, type MediaClass } from './extensions.ts';
import { looksBinary, sniffMedia } from './sniff.ts';

/** Text beyond this is not offered for reading in the page. Bytes. */
export const MAX_TEXT_BYTES = 10_485_760;

export interface TypeQuestion {
  /** With its dot. */
  readonly extension: string;
  readonly size: number;
  /** The first bytes; undefined when they are not to be read. Called only when the name does not decide. */
  readHead(): Uint8Array | undefined;
}

/** What a regular file is to the page (compatibility.md 3.4): by its name, then by its first bytes. */
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
  // A known container beyond the text limit is a blob whatever it holds: nothing to read for.
  if (byName === 'other' && !small) return 'blob';
  const head = question.size === 0 ? EMPTY : question.readHead();
  if (head === undefined) return small ? 'text' : 'blob';
  const media = byName === undefined ? sniffMedia(head) : undefined;
  if (media === 'image' || media === 'audio' || media === 'video' || media === 'pdf') return media;
  return small && (media === 'text' || !looksBinary(head)) ? 'text' : 'blob';
}

const EMPTY = new Uint8Array();
