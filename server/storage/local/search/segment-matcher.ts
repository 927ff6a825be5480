import { foldText } from '#contract/fold-text.ts';
import { classMask, isOfClass } from './name-class.ts';
import type { NameQuestion } from './name-question.ts';
import type { Segment } from './segment.ts';

/**
 * Lengths of the part of a term that `Buffer.indexOf` searches for. For up to seven bytes it jumps from one occurrence of the first byte to
 * the next, which is fast if that byte is rare; for longer ones it compares every few bytes. Fewer than four bytes are in too many names.
 */
const LONGEST_PART = 7;
const SHORTEST_PART = 4;
/** Number of bytes that are sampled to find rare ones. */
const SAMPLE_BYTES = 4_096;
/** Share of a byte among all bytes above which jumping to it is slower than comparing a longer term. */
const COMMON = 1 / 64;

/** Decides which names contain all terms of a question and have one of its types. */
export class NameMatcher {
  /** The longest term, which occurs in the fewest names; undefined without terms. */
  readonly #first: Buffer | undefined;
  /** The other terms, and the extensions with a dot, with one character for each byte, as `foldedBytesOf` returns names. */
  readonly #others: readonly string[];
  readonly #endings: readonly string[];
  readonly #classes: number;
  readonly #isAnyType: boolean;

  constructor({ terms, types }: NameQuestion) {
    const [first, ...others] = terms
      .map((term) => Buffer.from(term))
      .toSorted((a, b) => b.length - a.length);
    this.#first = first;
    this.#others = others.map((term) => term.toString('latin1'));
    this.#endings = types.flatMap((type) =>
      type.kind === 'extension' ? [bytesOf(`.${foldText(type.extension)}`)] : [],
    );
    this.#classes = classMask(
      types.flatMap((type) => (type.kind === 'class' ? [type.mediaClass] : [])),
    );
    this.#isAnyType = types.length === 0;
  }

  /** Yields the matches from `from` on, in the order of the entries. Skips removed ones. */
  *matchesIn(segment: Segment, from: number): Generator<number> {
    if (this.#first === undefined) {
      for (let entry = from; entry < segment.count; entry += 1) {
        if (!segment.isDead(entry) && this.#meetsOtherConditions(segment, entry)) yield entry;
      }
      return;
    }
    const { text } = segment;
    const word = this.#first;
    const { offset, part } = partToLookFor(word, text);
    let position = text.indexOf(part, segment.startOf(from) + offset);
    while (position >= 0) {
      const start = position - offset;
      const entry = segment.entryAt(start);
      const end = segment.endOf(entry);
      const isThere =
        start + word.length <= end && (part.length === word.length || isAt(text, start, word));
      if (isThere && !segment.isDead(entry) && this.#meetsOtherConditions(segment, entry))
        yield entry;
      position = text.indexOf(part, isThere ? end + offset : position + 1);
    }
  }

  /** Returns true if a name with the longest term also contains the other terms and has one of the types. */
  #meetsOtherConditions(segment: Segment, entry: number): boolean {
    if (this.#others.length > 0) {
      const name = segment.foldedBytesOf(entry);
      if (!this.#others.every((term) => name.includes(term))) return false;
    }
    if (this.#isAnyType || isOfClass(segment.flagsOf(entry), this.#classes)) return true;
    if (this.#endings.length === 0) return false;
    const name = segment.foldedBytesOf(entry);
    return this.#endings.some((ending) => name.endsWith(ending));
  }
}

/** Returns the part of a term to search for: the part that begins with its rarest byte, or else the whole term. */
function partToLookFor(word: Buffer, text: Buffer): { offset: number; part: Buffer } {
  const counts = countsOfBytes(text.subarray(0, SAMPLE_BYTES));
  let offset = 0;
  let fewest = counts[word[0] ?? 0] ?? 0;
  for (let at = 1; at <= word.length - SHORTEST_PART; at += 1) {
    const count = counts[word[at] ?? 0] ?? 0;
    if (count >= fewest) continue;
    fewest = count;
    offset = at;
  }
  const isCommon = fewest > SAMPLE_BYTES * COMMON;
  if (isCommon && word.length > LONGEST_PART) return { offset: 0, part: word };
  return { offset, part: word.subarray(offset, offset + LONGEST_PART) };
}

function countsOfBytes(bytes: Buffer): Uint16Array {
  const counts = new Uint16Array(256);
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
  return counts;
}

function isAt(text: Buffer, position: number, word: Buffer): boolean {
  return text.compare(word, 0, word.length, position, position + word.length) === 0;
}

/** Returns a text with one character for each byte, which compares equally well and is faster to create. */
function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}
