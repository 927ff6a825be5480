/**
 * The token of a link with a password, for as long as this tab lives: a telephone that drops the page and loads it again
 * should not ask for the password each time.
 */
const PREFIX = 'share-token:';

export function rememberedToken(hash: string): string | undefined {
  try {
    return sessionStorage.getItem(PREFIX + hash) ?? undefined;
  } catch {
    // Browsers that keep nothing for this page ask again, and that is all.
    return undefined;
  }
}

export function rememberToken(hash: string, token: string | undefined): void {
  try {
    if (token === undefined) sessionStorage.removeItem(PREFIX + hash);
    else sessionStorage.setItem(PREFIX + hash, token);
  } catch {
    // As above.
  }
}
