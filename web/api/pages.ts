import {
  LINK_HEADER,
  nextPageIn,
  type Order,
  pageUrl,
  type PageQuery,
  sortText,
  TOTAL_HEADER,
} from '#contract/pages.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from './http.ts';

/** A part of a list. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** The length of the whole list, regardless of what is searched for. */
  readonly total: number;
  /** Where the next page begins; undefined for the last one. */
  readonly next: string | undefined;
}

/** The part of a list that is shown, and its order. */
export interface ListAsked<Column extends string> {
  readonly search: string;
  readonly order: Order<Column>;
}

/** Number of entries that are loaded at once. */
const PAGE_ROWS = 200;

/** The cast is safe: the server checks its replies against the same contract. */
export async function callPage<Item>(
  url: string,
  query: PageQuery,
  init?: RequestInit,
): Promise<ListPage<Item>> {
  const reply = await call('GET', pageUrl(url, query), init);
  const items = (await reply.json()) as readonly Item[];
  const total = Number(reply.headers.get(TOTAL_HEADER) ?? items.length);
  return { items, total, next: nextPageIn(reply.headers.get(LINK_HEADER)) };
}

/** A list that is loaded page by page. `key` is what all queries of the list begin with. */
export function pagesQuery<Item, Column extends string>(
  key: readonly string[],
  url: string,
  { search, order }: ListAsked<Column>,
) {
  return infiniteQueryOptions({
    queryKey: [...key, { search, order }],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE_ROWS, search, sort: sortText(order), after: pageParam };
      return callPage<Item>(url, query, { signal });
    },
    initialPageParam: beginning(),
    getNextPageParam: ({ next }) => next,
  });
}

/** The first page has no position. */
function beginning(): string | undefined {
  return undefined;
}
