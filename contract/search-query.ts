/** A parsed search query (compatibility.md 5.5). */
export interface SearchQuery {
  /** Quoted phrases, and words without their `type:` and `case:` parts. A name must contain all of them. */
  readonly terms: readonly string[];
  /** Values of `type:`. A name must have one of these types; without any, every type matches. */
  readonly types: readonly string[];
  readonly caseSensitive: boolean;
}

/** Maximum length of a query in UTF-16 units. */
export const MAX_QUERY_LENGTH = 1_024;
/** Maximum number of terms, and of types. */
export const MAX_QUERY_TERMS = 32;

/** A closing quote counts only at the end of a word, so that quotes within words, as for inches, are literal. */
const TERM = /"([^]*?)"(?=\s|$)|(\S+)/g;
const CASE = /case:(?:in)?sensitive/g;
const TYPE = /type:([A-Za-z0-9_]+)/g;

/** Parses any text; the caller enforces the limits. Quoted text is literal. `case:insensitive`, the default, has no effect. */
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
