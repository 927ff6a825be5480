import { sharePageUrl } from '#contract/shares.ts';

/** A location in a share. */
export interface ShareLocation {
  readonly hash: string;
  /** Path in the share without a trailing slash; '/' is the shared item. */
  readonly path: string;
}

const PAGE = '/share/';

/**
 * Parses an address, decoding each segment; undefined for other addresses. `pathname` is not decoded and is below
 * `baseUrl`.
 */
export function locationOfAddress(pathname: string, baseUrl: string): ShareLocation | undefined {
  if (!pathname.startsWith(baseUrl + PAGE)) return undefined;
  const segments = pathname.slice(baseUrl.length + PAGE.length).split('/');
  try {
    const [hash, ...names] = segments.filter((text) => text !== '').map(decodeURIComponent);
    return hash === undefined ? undefined : { hash, path: `/${names.join('/')}` };
  } catch {
    return undefined;
  }
}

/** Returns the address of a location, relative to the host. */
export function addressOfLocation({ hash, path }: ShareLocation, baseUrl: string): string {
  return baseUrl + sharePageUrl(hash, path === '/' ? '' : path);
}
