import { sharePageUrl } from '#contract/shares.ts';

/** A place behind a link. */
export interface ShareLocation {
  readonly hash: string;
  /** Below the link's item: '/' the item itself, without a slash at the end. */
  readonly path: string;
}

const PAGE = '/share/';

/**
 * The place that an address means, each segment decoded by itself; undefined for an address that means none. `pathname` is
 * raw, below `baseUrl`.
 */
export function placeOfAddress(pathname: string, baseUrl: string): ShareLocation | undefined {
  if (!pathname.startsWith(baseUrl + PAGE)) return undefined;
  const segments = pathname.slice(baseUrl.length + PAGE.length).split('/');
  try {
    const [hash, ...names] = segments.filter((text) => text !== '').map(decodeURIComponent);
    return hash === undefined ? undefined : { hash, path: `/${names.join('/')}` };
  } catch {
    return undefined;
  }
}

/** The address of a place, from the root of the host. */
export function addressOfPlace({ hash, path }: ShareLocation, baseUrl: string): string {
  return baseUrl + sharePageUrl(hash, path === '/' ? '' : path);
}
