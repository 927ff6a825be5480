import type { Order } from '#contract/pages.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListAsked, pagesQuery } from '../api/pages.ts';
import { useSettled } from '../lib/forms/use-settled.ts';

/** The server is asked once typing pauses. Milliseconds. */
const PAUSE_MS = 300;

type PagesQuery<Item, Column extends string> = ReturnType<typeof pagesQuery<Item, Column>>;

interface ListOptions<Item, Column extends string> {
  queryFor(asked: ListAsked<Column>): PagesQuery<Item, Column>;
  /** The order of the list when nobody has chosen another. */
  readonly firstOrder: Order<Column>;
  readonly search: string;
  readonly order: Order<Column>;
  idOf(item: Item): string | number;
  /** Searches and sorts a list that is here as a whole. */
  arrange(items: readonly Item[]): readonly Item[];
  /** Milliseconds until the items have to be loaded anew; false for never. */
  refreshAfter?(items: readonly Item[]): number | false;
}

/** A list as far as it is loaded. */
export interface PagedList<Item> {
  /** The items that were found, without those that are not loaded yet; undefined while there are none to show. */
  readonly items: readonly Item[] | undefined;
  /** The length of the whole list, regardless of the search; undefined until it is known. */
  readonly total: number | undefined;
  /** The number of items that are found in the end; undefined while a search has not come to its end. */
  readonly found: number | undefined;
  readonly error: Error | null;
  /** The items are those of an earlier search or order; the wanted ones are being loaded. */
  readonly isOld: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** More of the items wanted exist, and nothing keeps `loadMore` from loading them. */
  readonly canLoadMore: boolean;
  loadMore(): void;
  retry(): void;
}

/**
 * Loads a list page by page. A list that fits on one page is searched and sorted here, at once and by the rules of the language; a
 * longer one is searched and sorted by the server.
 */
export function usePagedList<Item, Column extends string>({
  queryFor,
  firstOrder,
  search,
  order,
  idOf,
  arrange,
  refreshAfter = () => false,
}: ListOptions<Item, Column>): PagedList<Item> {
  const refetchInterval = ({ state }: { state: { data?: Loaded<Item> | undefined } }) =>
    refreshAfter(state.data?.pages.flatMap(({ items }) => items) ?? []);
  const first = useInfiniteQuery({
    ...queryFor({ search: '', order: firstOrder }),
    refetchInterval,
  });
  const isLong = first.data?.pages[0]?.next !== undefined;
  const wanted = search.trim();
  const settled = useSettled(wanted, PAUSE_MS);
  const found = useInfiniteQuery({
    ...queryFor({ search: settled, order }),
    refetchInterval,
    placeholderData: keepPreviousData,
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
  } = isLong ? found : first;
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
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    canLoadMore: hasNextPage && !isFetchingNextPage && !isOld && !error,
    loadMore: () => void fetchNextPage(),
    retry: () => void refetch(),
  };
}

interface Loaded<Item> {
  readonly pages: readonly { readonly items: readonly Item[] }[];
}

/** An item that changes its position while pages are loaded may be on two of them. */
function uniqueItems<Item>(
  { pages }: Loaded<Item>,
  idOf: (item: Item) => string | number,
): readonly Item[] {
  return [
    ...new Map(pages.flatMap(({ items }) => items).map((item) => [idOf(item), item])).values(),
  ];
}
