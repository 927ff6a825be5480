/**
 * Lists of users and shares can be read in pages: with any of `PageQuery`, the answer is a part of the list, and its headers tell how
 * long the whole list is and where it goes on. Without, the answer is the whole list, as clients of File Browser 2 expect it.
 */
export interface PageQuery {
  /** Number of entries, at most MOST_ON_PAGE; DEFAULT_ON_PAGE when it is left out. */
  readonly limit?: number | undefined;
  /** Where the page begins: what the page before has told. */
  readonly after?: string | undefined;
  /** Only entries with this text in them, whatever its case and accents. */
  readonly search?: string | undefined;
}

export const MOST_ON_PAGE = 500;
export const DEFAULT_ON_PAGE = 100;

/** The length of the whole list, whatever is searched for. */
export const TOTAL_HEADER = 'X-Total-Count';
/** RFC 8288: the address of the next page, relative to that of this one, as `rel="next"`; absent on the last page. */
export const LINK_HEADER = 'Link';

export function pageUrl(url: string, { limit, after, search }: PageQuery): string {
  const query = new URLSearchParams();
  if (limit !== undefined) query.set('limit', String(limit));
  if (after !== undefined) query.set('after', after);
  if (search !== undefined && search !== '') query.set('search', search);
  return query.size === 0 ? url : `${url}?${query.toString()}`;
}

/** The value of the header `Link`. */
export function linkToNext(query: PageQuery): string {
  return `<${pageUrl('', query)}>; rel="next"`;
}

/** Where the next page begins, from the header `Link`; undefined when this page is the last one. */
export function nextPageIn(link: string | null): string | undefined {
  const [, query] = /<[^>?]*\?([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '') ?? [];
  return new URLSearchParams(query).get('after') ?? undefined;
}
