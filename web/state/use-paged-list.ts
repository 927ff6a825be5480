import type { Order } from '#contract/pages.ts';
import { hashKey, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListOptions, pagesQuery } from '../api/pages.ts';
import { useSettled } from '../lib/forms/use-settled.ts';

/** Delay between typing and a request, in milliseconds. */
const PAUSE_MS = 300;

type PagesQuery<Item, Column extends string> = ReturnType<typeof pagesQuery<Item, Column>>;

interface PagedListOptions<Item, Column extends string> {
  queryFor(options: ListOptions<Column>): PagesQuery<Item, Column>;
  /** Default order of the list. */
  readonly firstOrder: Order<Column>;
  readonly search: string;
  readonly order: Order<Column>;
  idOf(item: Item): string | number;
  /** Searches and sorts a completely loaded list. */
  arrange(items: readonly Item[]): readonly Item[];
  /** Returns milliseconds until the items must be reloaded; false for never. */
  refreshAfter?(items: readonly Item[]): number | false;
}

/** Loaded part of a list. */
export interface PagedList<Item> {
  /** Loaded items that match the search; undefined if none are available yet. */
  readonly items: readonly Item[] | undefined;
  /** Length of the whole list, regardless of the search; undefined until it is known. */
  readonly total: number | undefined;
  /**
   * Number of matching items. Undefined while a search in a long list has more pages. While `isOld`, that of the earlier
   * search.
   */
  readonly found: number | undefined;
  readonly error: Error | null;
  /** True while the items of an earlier search or order are shown. */
  readonly isOld: boolean;
  /** True if the list does not fit on one page, so that the server searches and sorts it. */
  readonly isLong: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** True if more items exist and `loadMore` can load them. */
  readonly canLoadMore: boolean;
  loadMore(): void;
  retry(): void;
}

/**
 * Loads a list page by page. A list that fits on one page is searched and sorted in the browser, with the rules of
 * the language; a longer one on the server.
 */
export function usePagedList<Item, Column extends string>({
  queryFor,
  firstOrder,
  search,
  order,
  idOf,
  arrange,
  refreshAfter = () => false,
}: PagedListOptions<Item, Column>): PagedList<Item> {
  const refetchInterval = ({ state }: { state: { data?: Loaded<Item> | undefined } }) =>
    refreshAfter(state.data?.pages.flatMap(({ items }) => items) ?? []);
  // The first page in the default order shows whether the list is long.
  const first = useInfiniteQuery({
    ...queryFor({ search: '', order: firstOrder }),
    refetchInterval,
  });
  const isLong = first.data?.pages[0]?.next !== undefined;
  const wanted = search.trim();
  const settled = useSettled(wanted, PAUSE_MS);
  const query = queryFor({ search: settled, order });
  const ofServer = useInfiniteQuery({
    ...query,
    refetchInterval,
    placeholderData: (before, earlier) =>
      earlier && isSameList(earlier.queryKey, query.queryKey) ? before : undefined,
    enabled: isLong,
  });
  const {
    data,
    error,
    isPlaceholderData,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
    refetch,
  } = isLong ? ofServer : first;
  const loaded = useMemo(() => data && uniqueItems(data, idOf), [data, idOf]);
  const items = useMemo(
    () => (isLong ? loaded : loaded && arrange(loaded)),
    [isLong, loaded, arrange],
  );
  const total = data?.pages.at(-1)?.total ?? first.data?.pages.at(-1)?.total;
  const foundOfLong = wanted === '' ? total : undefined;
  const isOld = isLong && (isPlaceholderData || wanted !== settled);
  return {
    items,
    total,
    found: hasNextPage ? foundOfLong : items?.length,
    error,
    isOld,
    isLong,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    canLoadMore: hasNextPage && !isFetchingNextPage && !isOld && !error,
    loadMore: () => void fetchNextPage(),
    retry: () => void refetch(),
  };
}

/** Compares the keys of two queries of `pagesQuery` without search and order, which come last. */
function isSameList(one: QueryKey, other: QueryKey): boolean {
  return hashKey(one.slice(0, -1)) === hashKey(other.slice(0, -1));
}

interface Loaded<Item> {
  readonly pages: readonly { readonly items: readonly Item[] }[];
}

/** Removes duplicates: an item that changes its position while pages are loaded can be on two of them. */
function uniqueItems<Item>(
  { pages }: Loaded<Item>,
  idOf: (item: Item) => string | number,
): readonly Item[] {
  return [
    ...new Map(pages.flatMap(({ items }) => items).map((item) => [idOf(item), item])).values(),
  ];
}
