import type { Share } from '#contract/shares.ts';
import { useCallback, useState } from 'react';
import { sharePagesQuery } from '../../api/shares.ts';
import { useLocale } from '../../i18n/use-translation.ts';
import { nextEnd } from '../../state/shares/time-left.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { NoShares } from './no-shares.tsx';
import { ShareList } from './share-list.tsx';
import { ShareSkeleton } from './share-skeleton.tsx';
import { SharesError, StaleShares } from './shares-error.tsx';
import styles from './share-table.module.css';
import { FIRST_SORTING, matchingShares, sortedShares } from './visible-shares.ts';

/** The user's own shares; all shares for administrators. */
export function ShareTable() {
  const locale = useLocale();
  const [wanted, setWanted] = useState('');
  const [sorting, setSorting] = useState(FIRST_SORTING);
  const list = usePagedList({
    queryFor: sharePagesQuery,
    firstOrder: FIRST_SORTING,
    search: wanted,
    order: sorting,
    idOf,
    arrange: useCallback(
      (shares: readonly Share[]) => matchingShares(sortedShares(shares, sorting, locale), wanted),
      [sorting, locale, wanted],
    ),
    // The server decides whether a share has ended.
    refreshAfter: nextEnd,
  });
  const { items, total, error, retry } = list;
  if (total === undefined) {
    return error ? <SharesError failure={error} onRetry={retry} /> : <ShareSkeleton />;
  }
  return (
    <div className={styles.page}>
      {error && items && <StaleShares failure={error} onRetry={retry} />}
      {total === 0 ? (
        <NoShares />
      ) : (
        <ShareList
          list={list}
          total={total}
          wanted={wanted}
          sorting={sorting}
          onSearch={setWanted}
          onSort={setSorting}
        />
      )}
    </div>
  );
}

const idOf = ({ hash }: Share) => hash;
