/** What a query asks of a name (compatibility.md 5.5). */
export interface SearchQuery {
  /** Words and quoted phrases as they were typed: a name has to hold all of them. */
  readonly terms: readonly string[];
  /** What stood behind `type:`. A name has to be of one of them; without any, of whichever. */
  readonly types: readonly string[];
  readonly caseSensitive: boolean;
}

/** In UTF-16 units: several times as long as any name. */
export const MAX_QUERY_LENGTH = 1_024;
/** Of words, and as many types: more would only cost time. */
export const MAX_QUERY_TERMS = 32;

/** A phrase ends where a word does, so that within one, and for inches, the sign is a sign like others. */
const TERM = /"([^]*?)"(?=\s|$)|(\S+)/g;
const CASE = /case:(?:in)?sensitive/g;
const TYPE = /type:([A-Za-z0-9_]+)/g;

/** Understands every text; whoever answers refuses those beyond the limits. Within quotes nothing has a meaning. */
export function parseSearchQuery(text: string): SearchQuery {
  const terms = new Set<string>();
  const types = new Set<string>();
  let caseSensitive = false;
  for (const [, phrase, word = ''] of text.matchAll(TERM)) {
    for (const [, type = ''] of word.matchAll(TYPE)) types.add(type);
    if (word.includes('case:sensitive')) caseSensitive = true;
    terms.add(phrase ?? word.replace(CASE, '').replace(TYPE, ''));
  }
  terms.delete('');
  return { terms: [...terms], types: [...types], caseSensitive };
}
