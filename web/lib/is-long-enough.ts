/** Matches a character of a script in which one character carries as much meaning as several letters. */
const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Returns true if a query is long enough to search while typing. */
export function isLongEnough(query: string): boolean {
  const text = query.trim();
  return [...text].length >= 2 || SIGNS.test(text);
}
