/**
 * Lists of users and shares can be read in pages: with any parameter of `PageQuery`, the answer is a part of the list, and its headers
 * hold the length of the whole list and the address of the next page. Without one, the answer is the whole list, as clients of
 * File Browser 2 expect it.
 */
export interface PageQuery {
  /** Number of entries, at most MOST_ON_PAGE; DEFAULT_ON_PAGE when it is left out. */
  readonly limit?: number | undefined;
  /** The position that the header `Link` of the page before gave. It belongs to one `sort`. */
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

export const MOST_ON_PAGE = 500;
export const DEFAULT_ON_PAGE = 100;

/** The length of the whole list, regardless of `search`. */
export const TOTAL_HEADER = 'X-Total-Count';
/** RFC 8288: the address of the next page, relative to that of this one, as `rel="next"`; absent on the last page. */
export const LINK_HEADER = 'Link';

export function pageUrl(url: string, { limit, after, search, sort }: PageQuery): string {
  const query = new URLSearchParams();
  if (limit !== undefined) query.set('limit', String(limit));
  if (after !== undefined) query.set('after', after);
  if (search !== undefined && search !== '') query.set('search', search);
  if (sort !== undefined) query.set('sort', sort);
  return query.size === 0 ? url : `${url}?${query.toString()}`;
}

/** The value of `sort`. */
export function sortText({ by, isAscending }: Order<string>): string {
  return isAscending ? by : `-${by}`;
}

/** The value of the header `Link`. */
export function linkToNext(query: PageQuery): string {
  return `<${pageUrl('', query)}>; rel="next"`;
}

/** The position at which the next page begins, from the header `Link`; undefined when this page is the last one. */
export function nextPageIn(link: string | null): string | undefined {
  const [, query] = /<[^>?]*\?([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '') ?? [];
  return new URLSearchParams(query).get('after') ?? undefined;
}
