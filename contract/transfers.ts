import { encodePath } from './paths.ts';
import { resourceUrl } from './files.ts';

/** PATCH /api/resources: copies an entry, or moves it (a move within its folder is a renaming). */
export interface TransferQuery {
  readonly action: 'copy' | 'rename';
  /** The path the entry is to have. */
  readonly destination: string;
  /** Replaces a file of that name, and merges into a folder of that name. */
  readonly override: boolean;
  /** Takes the next free name instead: `a(1).txt`. Wins over `override`. */
  readonly rename: boolean;
}

export function transferUrl(
  path: string,
  { action, destination, override, rename }: TransferQuery,
): string {
  const query = new URLSearchParams({
    action,
    destination: encodePath(destination), // The server decodes it twice (compatibility.md 3.11).
    override: `${override}`,
    rename: `${rename}`,
  });
  return `${resourceUrl(path)}?${query}`;
}

/**
 * Where a transfer has put the entry, as a call's address (`/api/resources/...`): the reply's body has no place
 * for the name that `rename` has found.
 */
export const RESULT_HEADER = 'Content-Location';

/** How many entries below a copied or moved folder were left out: links that lead nowhere from there, devices. */
export const LEFT_OUT_HEADER = 'X-Left-Out';
/** The names of some of them, percent-encoded, joined by commas. */
export const LEFT_OUT_NAMES_HEADER = 'X-Left-Out-Names';
