import { findFolded, type TextRange } from '#contract/find-folded.ts';
import { foldText } from '#contract/fold-text.ts';
import { parseSearchQuery } from '#contract/search-query.ts';

/** Finds the parts of a name that match the query. */
export type MatchFinder = (name: string) => readonly TextRange[];

/** Returns a finder for the terms of a query. */
export function matchFinder(query: string): MatchFinder {
  const { terms, caseSensitive } = parseSearchQuery(query);
  if (caseSensitive) return (name) => exactRanges(name, terms);
  const folded = terms.map(foldText);
  return (name) => findFolded(name, folded);
}

function exactRanges(name: string, terms: readonly string[]): TextRange[] {
  const isMarked = Array.from({ length: name.length }, () => false);
  for (const term of terms) {
    for (let at = name.indexOf(term); at >= 0; at = name.indexOf(term, at + 1)) {
      isMarked.fill(true, at, at + term.length);
    }
  }
  return runsOf(isMarked);
}

function runsOf(isMarked: readonly boolean[]): TextRange[] {
  const runs: TextRange[] = [];
  for (let start = isMarked.indexOf(true); start >= 0;) {
    const next = isMarked.indexOf(false, start);
    const end = next < 0 ? isMarked.length : next;
    runs.push({ start, end });
    start = isMarked.indexOf(true, end);
  }
  return runs;
}
