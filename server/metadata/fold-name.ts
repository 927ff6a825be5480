/**
 * Returns what is the same for all user names that people would confuse: case, and what Unicode calls compatible (NFKC), such as
 * fullwidth letters and ligatures. Accents count. Folding twice changes nothing more.
 */
export function foldName(username: string): string {
  const folded = username.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase();
  return folded.normalize('NFKC');
}
