import type { HistoryEntry } from '#contract/history.ts';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { historyPagesQuery } from '../../../api/history.ts';
import type { ListPage } from '../../../api/pages.ts';
import { LoadFailure } from '../../../ui/data-view/load-failure.tsx';
import { StaleNotice } from '../../../ui/data-view/stale-notice.tsx';
import { actionsOf } from './actions-of.ts';
import { HistoryList } from './history-list.tsx';
import { EmptyHistory, HistorySkeleton } from './history-states.tsx';
import styles from './history-page.module.css';

const QUERY = historyPagesQuery();

/** Actions of the user in the last 30 days, by day, with a button that undoes each action. */
export function HistoryPage() {
  const {
    data,
    error,
    refetch,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
  } = useInfiniteQuery(QUERY);
  const actions = useMemo(() => data && actionsOf(entriesOf(data)), [data]);
  const retry = () => void refetch();
  if (!actions) {
    return error ? <LoadFailure failure={error} onRetry={retry} /> : <HistorySkeleton />;
  }
  const list = {
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    // The notice above the list may be far away.
    moreFailure: isFetchNextPageError ? error : null,
    loadMore: () => void fetchNextPage(),
  };
  return (
    <div className={styles.page}>
      {error && !isFetchNextPageError && <StaleNotice failure={error} onRetry={retry} />}
      {actions.length === 0 ? <EmptyHistory /> : <HistoryList actions={actions} list={list} />}
    </div>
  );
}

/** Returns the operations of all pages. One that has come while they were loaded can be on two of them. */
function entriesOf({ pages }: InfiniteData<ListPage<HistoryEntry>>): readonly HistoryEntry[] {
  const entries = pages.flatMap(({ items }) => items);
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}
