import type { TrashedItem } from '#contract/trash.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { ListOptions } from '../../../api/pages.ts';
import { trashPagesQuery, trashUsageQuery } from '../../../api/trash.ts';
import { useLocale, useTranslation } from '../../../i18n/use-translation.ts';
import { usePagedList } from '../../../state/use-paged-list.ts';
import { useUser } from '../../../state/use-session.ts';
import { LoadFailure } from '../../../ui/data-view/load-failure.tsx';
import { StaleNotice } from '../../../ui/data-view/stale-notice.tsx';
import { TrashHead } from './trash-head.tsx';
import { TrashList } from './trash-list.tsx';
import styles from './trash-page.module.css';
import { EmptyTrash, TrashSkeleton } from './trash-states.tsx';
import { FIRST_SORTING, matchingItems, sortedItems } from './visible-items.ts';

/** Deleted items: those of the user, or of all users for administrators. */
export function TrashPage() {
  const { t } = useTranslation();
  const isAdmin = useUser()?.perm.admin ?? false;
  const [wantsMine, setMine] = useState(false);
  const mine = wantsMine || !isAdmin;
  const [wanted, setWanted] = useState('');
  const trash = useTrash({ mine, wanted });
  const { list } = trash;
  const { data: usage, refetch } = useQuery(trashUsageQuery);
  const retry = () => {
    list.retry();
    void refetch();
  };
  const isEmpty = list.total === 0;
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('shell.trash')}</h1>
      <TrashHead
        usage={usage}
        list={list}
        mine={isAdmin ? wantsMine : undefined}
        wanted={wanted}
        onMine={setMine}
        onSearch={setWanted}
      />
      {list.error && list.items && <StaleNotice failure={list.error} onRetry={retry} />}
      {list.items === undefined ? (
        list.error ? (
          <LoadFailure failure={list.error} onRetry={retry} />
        ) : (
          <TrashSkeleton />
        )
      ) : isEmpty ? (
        <EmptyTrash usage={usage} />
      ) : (
        <TrashList
          // Each list has a selection of its own.
          key={String(mine)}
          {...trash}
          withUsers={isAdmin && !wantsMine}
          wanted={wanted}
          onClear={() => setWanted('')}
        />
      )}
    </div>
  );
}

/** Loads the items, and searches and sorts them. A list of several pages can only be sorted by time. */
function useTrash({ mine, wanted }: { mine: boolean; wanted: string }) {
  const locale = useLocale();
  const [sorting, setSorting] = useState(FIRST_SORTING);
  const list = usePagedList({
    queryFor: useCallback((options: ListOptions<string>) => trashPagesQuery(options, mine), [mine]),
    firstOrder: FIRST_SORTING,
    search: wanted,
    order: sorting,
    idOf,
    arrange: useCallback(
      (items: readonly TrashedItem[]) => matchingItems(sortedItems(items, sorting, locale), wanted),
      [sorting, locale, wanted],
    ),
    refreshAfter,
  });
  return { list, sorting, onSort: setSorting };
}

const idOf = ({ id }: TrashedItem) => id;

/** Time after which the sizes of deleted folders may be known, in milliseconds. */
const MEASURED_AFTER_MS = 3_000;

/** Returns the milliseconds until the list must be reloaded because the server still measures folders; false if all sizes are known. */
function refreshAfter(items: readonly TrashedItem[]): number | false {
  return items.some(({ size }) => size === null) && MEASURED_AFTER_MS;
}
