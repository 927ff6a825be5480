/**
 * Query parameters for one page of a long list. With any of them, the headers of the reply contain the number of all entries and the address
 * of the next page. Without any, the lists of users and shares are sent whole, as clients of File Browser 2 expect.
 */
export interface PageQuery {
  /** Maximum number of entries, up to MAX_ON_PAGE. Default: DEFAULT_ON_PAGE. */
  readonly limit?: number | undefined;
  /** Value of `after` in the header `Link` of the previous page. Opaque, and valid for the same `sort` only. */
  readonly after?: string | undefined;
  /** Returns only entries that contain this text, regardless of case and accents. */
  readonly search?: string | undefined;
  /** A column, with a minus sign before it for descending order. */
  readonly sort?: string | undefined;
}

/** The order of a list. */
export interface Order<Column extends string> {
  readonly by: Column;
  readonly isAscending: boolean;
}

export const MAX_ON_PAGE = 500;
export const DEFAULT_ON_PAGE = 100;

/** Reply header with the number of all entries, regardless of `search`. */
export const TOTAL_HEADER = 'X-Total-Count';
/** Reply header with the address of the next page (RFC 8288, `rel="next"`), relative to this one; absent on the last page. */
export const LINK_HEADER = 'Link';

export function pageUrl(url: string, { limit, after, search, sort }: PageQuery): string {
  const query = new URLSearchParams();
  if (limit !== undefined) query.set('limit', String(limit));
  if (after !== undefined) query.set('after', after);
  if (search !== undefined && search !== '') query.set('search', search);
  if (sort !== undefined) query.set('sort', sort);
  if (query.size === 0) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${query.toString()}`;
}

/** Returns the value of `sort` for an order. */
export function sortText({ by, isAscending }: Order<string>): string {
  return isAscending ? by : `-${by}`;
}

/** Returns the value of the header `Link`. `flags` are names of further parameters of the list that are `true`. */
export function linkToNext(query: PageQuery, flags: readonly string[] = []): string {
  const url = flags.length === 0 ? '' : `?${flags.map((name) => `${name}=true`).join('&')}`;
  return `<${pageUrl(url, query)}>; rel="next"`;
}

/** Returns the `after` of the next page from the header `Link`; undefined for the last page. */
export function nextPositionIn(link: string | null): string | undefined {
  const [, query] = /<[^>?]*\?([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '') ?? [];
  return new URLSearchParams(query).get('after') ?? undefined;
}
