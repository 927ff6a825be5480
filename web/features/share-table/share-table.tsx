import { useQuery } from '@tanstack/react-query';
import { allSharesQuery } from '../../api/shares.ts';
import { nextEnd } from '../../state/shares/time-left.ts';
import { NoShares } from './no-shares.tsx';
import { ShareList } from './share-list.tsx';
import { ShareSkeleton } from './share-skeleton.tsx';
import { SharesError, StaleShares } from './shares-error.tsx';
import styles from './share-table.module.css';

/** The links of the user; everybody's for administrators. */
export function ShareTable() {
  const {
    data: shares,
    error,
    refetch,
  } = useQuery({
    ...allSharesQuery,
    // The server knows best when one has ended.
    refetchInterval: ({ state }) => nextEnd(state.data ?? []),
  });
  const retry = () => void refetch();
  if (!shares) {
    return error ? <SharesError failure={error} onRetry={retry} /> : <ShareSkeleton />;
  }
  return (
    <div className={styles.page}>
      {error && <StaleShares failure={error} onRetry={retry} />}
      {shares.length === 0 ? <NoShares /> : <ShareList shares={shares} />}
    </div>
  );
}
