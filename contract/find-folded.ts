import { foldText } from './fold-text.ts';

/** Positions in UTF-16 units, as `slice` takes them. */
export interface TextRange {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/**
 * Returns the ranges of `name` that match `foldedTerms` (each from `foldText`), in order; adjacent ranges are joined. A letter that
 * matches in part (the first `s` of `ß`) is included whole.
 */
export function findFolded(name: string, foldedTerms: readonly string[]): TextRange[] {
  const folded = foldText(name);
  const wanted = foldedTerms.filter((term) => term !== '' && folded.includes(term));
  if (wanted.length === 0) return [];
  const letters = foldLetters(name);
  // Some letters change their neighbours when folded, so positions are unknown: report the whole name.
  if (letters.map((letter) => letter.folded).join('') !== folded) {
    return [{ start: 0, end: name.length }];
  }
  const ranges = wanted.flatMap((term) => occurrences(folded, term));
  return joined(ranges.map((range) => inOriginal(letters, range)));
}

interface Letter {
  readonly start: number;
  readonly end: number;
  readonly folded: string;
  /** Position of `folded` in the folded name. */
  readonly foldedStart: number;
}

/** A character with its combining marks, half-width voice marks and parts of Hangul syllables. */
const LETTER =
  /[^][\p{M}\p{Default_Ignorable_Code_Point}\uff9e\uff9f\u1160-\u11ff\ud7b0-\ud7ff]*/gu;

function foldLetters(name: string): Letter[] {
  let foldedStart = 0;
  return Array.from(name.matchAll(LETTER), ({ 0: written, index }) => {
    const folded = foldText(written);
    const letter = { start: index, end: index + written.length, folded, foldedStart };
    foldedStart += folded.length;
    return letter;
  });
}

/** Returns all occurrences of a term, also those that overlap. */
function occurrences(folded: string, term: string): TextRange[] {
  const ranges: TextRange[] = [];
  for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + 1)) {
    ranges.push({ start: at, end: at + term.length });
  }
  return ranges;
}

/** Converts a range of the folded name to the range of the whole letters in the original name. */
function inOriginal(letters: readonly Letter[], range: TextRange): TextRange {
  const touched = letters.filter(
    ({ folded, foldedStart }) =>
      foldedStart < range.end && foldedStart + folded.length > range.start,
  );
  return { start: touched[0]?.start ?? 0, end: touched.at(-1)?.end ?? 0 };
}

function joined(ranges: readonly TextRange[]): TextRange[] {
  const result: TextRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last === undefined || range.start > last.end) result.push(range);
    else result[result.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
  }
  return result;
}
