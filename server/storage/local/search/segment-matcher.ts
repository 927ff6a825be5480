import { foldText } from '#contract/fold-text.ts';
import { classMask, isOfClass } from './name-class.ts';
import type { NameQuestion } from './name-question.ts';
import type { Segment } from './segment.ts';

/**
 * Up to seven bytes, `Buffer.indexOf` leaps from one first byte to the next at the speed of memory; of longer words it
 * reads every few bytes itself. What is shorter than four is in too many names.
 */
const LONGEST_PART = 7;
const SHORTEST_PART = 4;
/** So many bytes tell which are rare. */
const SAMPLE_BYTES = 4_096;
/** From that share of all bytes on, leaping is slower than reading. */
const COMMON = 1 / 64;

/** Says which names hold all words of a question and are of a type that is asked for. */
export class NameMatcher {
  /** The longest word, which the fewest names hold; undefined where none is asked for. */
  readonly #first: Buffer | undefined;
  /** The others, and endings, byte for byte as the folded names are read. */
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

  /** In the order of the entries, beginning with `from`; dead ones are passed over. */
  *matchesIn(segment: Segment, from: number): Generator<number> {
    if (this.#first === undefined) {
      for (let entry = from; entry < segment.count; entry += 1) {
        if (!segment.isDead(entry) && this.#isAsked(segment, entry)) yield entry;
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
      if (isThere && !segment.isDead(entry) && this.#isAsked(segment, entry)) yield entry;
      position = text.indexOf(part, isThere ? end + offset : position + 1);
    }
  }

  #isAsked(segment: Segment, entry: number): boolean {
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

/** What is looked for first: a part of the word that begins with its rarest byte, or else all of it. */
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

/** One character for each byte: as good for comparing, and quicker to be had. */
function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}
