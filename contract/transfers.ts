import { encodePath } from './paths.ts';
import { resourceUrl } from './files.ts';

/** Query of PATCH /api/resources, which copies or moves an entry. A rename is a move within the folder. */
export interface TransferQuery {
  readonly action: 'copy' | 'rename';
  /** Target path. */
  readonly destination: string;
  /** Replaces an existing file, or merges into an existing folder. */
  readonly override: boolean;
  /** Uses the next free name instead: `a(1).txt`. Takes precedence over `override`. */
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

/** Reply header with the address of the result (`/api/resources/...`), including a name chosen by `rename`. */
export const RESULT_HEADER = 'Content-Location';

/** Reply header with the number of entries that were left out: symlinks without a valid target, devices, and what could not be read. */
export const LEFT_OUT_HEADER = 'X-Left-Out';
/** Reply header with some of their names, percent-encoded and separated by commas. */
export const LEFT_OUT_NAMES_HEADER = 'X-Left-Out-Names';
