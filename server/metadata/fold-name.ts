/**
 * Folds a user name, so that names that people confuse are equal: ignores case and compatible forms (Unicode NFKC) such as
 * fullwidth letters and ligatures, but not accents. Idempotent.
 */
export function foldName(username: string): string {
  const folded = username.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase();
  return folded.normalize('NFKC');
}
