/** Part of the text of a page: offsets in UTF-16 units, the end not included. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the ranges of a text where a query occurs, in order and without overlaps. Case, accents and the kind of white space make
 * no difference: `resume` finds `Résumé`, and a space finds a line break.
 */
export function findMatches(text: string, query: string): TextSpan[] {
  const wanted = fold(query.trim()).text;
  if (wanted === '') return [];
  const folded = fold(text);
  const found: TextSpan[] = [];
  for (let at = folded.text.indexOf(wanted); at !== -1;) {
    const start = folded.starts[at] ?? 0;
    const end = folded.ends[at + wanted.length - 1] ?? text.length;
    // One character can contain the query several times, such as an ellipsis three dots.
    if (start >= (found.at(-1)?.end ?? 0)) found.push({ start, end });
    at = folded.text.indexOf(wanted, at + wanted.length);
  }
  return found;
}

interface Folded {
  readonly text: string;
  /** For each unit of `text`, the offset where the character that it comes from starts and ends. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function fold(text: string): Folded {
  const starts: number[] = [];
  const ends: number[] = [];
  let folded = '';
  let offset = 0;
  for (const character of text) {
    const end = offset + character.length;
    const plain = plainForm(character);
    if (plain === '' || (plain === ' ' && folded.endsWith(' '))) {
      // An accent belongs to its letter, and a run of white space counts as one space.
      if (ends.length > 0) ends[ends.length - 1] = end;
    } else {
      folded += plain;
      for (let unit = 0; unit < plain.length; unit += 1) {
        starts.push(offset);
        ends.push(end);
      }
    }
    offset = end;
  }
  return { text: folded, starts, ends };
}

function plainForm(character: string): string {
  if (/\s/u.test(character)) return ' ';
  // Also takes ligatures apart, which documents are set with.
  const plain = character.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  // A Greek sigma has another lower case at the end of a word.
  return plain === 'ς' ? 'σ' : plain;
}
