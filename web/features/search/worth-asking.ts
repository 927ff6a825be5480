/** A sign of these scripts says more than a letter. */
const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Whether there is enough of a query to ask for it while somebody may still be typing. */
export function isWorthAsking(query: string): boolean {
  const text = query.trim();
  return [...text].length >= 2 || SIGNS.test(text);
}
