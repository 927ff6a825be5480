import {
  LINK_HEADER,
  nextPositionIn,
  type Order,
  pageUrl,
  type PageQuery,
  sortText,
  TOTAL_HEADER,
} from '#contract/pages.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from './http.ts';

/** A page of a list. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** Length of the whole list, regardless of the search. */
  readonly total: number;
  /** Position of the next page; undefined on the last page. */
  readonly next: string | undefined;
}

/** Search and order of a list. */
export interface ListOptions<Column extends string> {
  readonly search: string;
  readonly order: Order<Column>;
}

/** Number of entries that are loaded at once. */
const PAGE_ROWS = 200;

/** Returns one page of a list. The cast is safe: the server validates its responses against the same contract. */
export async function callPage<Item>(
  url: string,
  query: PageQuery,
  init?: RequestInit,
): Promise<ListPage<Item>> {
  const reply = await call('GET', pageUrl(url, query), init);
  const items = (await reply.json()) as readonly Item[];
  const total = Number(reply.headers.get(TOTAL_HEADER) ?? items.length);
  return { items, total, next: nextPositionIn(reply.headers.get(LINK_HEADER)) };
}

/** Infinite query of a list. `key` is the prefix of all its query keys. */
export function pagesQuery<Item, Column extends string>(
  key: readonly string[],
  url: string,
  { search, order }: ListOptions<Column>,
) {
  return infiniteQueryOptions({
    queryKey: [...key, { search, order }],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE_ROWS, search, sort: sortText(order), after: pageParam };
      return callPage<Item>(url, query, { signal });
    },
    initialPageParam: firstPage(),
    getNextPageParam: ({ next }) => next,
  });
}

/** Returns the position of the first page, typed like those of the following pages. */
function firstPage(): string | undefined {
  return undefined;
}
