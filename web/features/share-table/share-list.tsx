import type { Share } from '#contract/shares.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { PagedList } from '../../state/use-paged-list.ts';
import { useUser } from '../../state/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { NoMatch } from './no-match.tsx';
import { ShareRows } from './share-rows.tsx';
import styles from './share-list.module.css';
import { ShareSearch } from './share-search.tsx';
import { ShareSkeleton } from './share-skeleton.tsx';
import { SharesError } from './shares-error.tsx';
import type { ShareSorting } from './visible-shares.ts';

interface ShareListProps {
  list: PagedList<Share>;
  total: number;
  wanted: string;
  sorting: ShareSorting;
  onSearch(wanted: string): void;
  onSort(sorting: ShareSorting): void;
}

/** Shares that can be searched and sorted. */
export function ShareList(props: ShareListProps) {
  const { list, total, wanted, onSearch } = props;
  const { t } = useTranslation();
  return (
    <div className={styles.list}>
      <ShareSearch
        wanted={wanted}
        found={list.items?.length ?? 0}
        all={total}
        onChange={onSearch}
      />
      <FoundShares {...props} />
      {list.hasMore && list.items && (
        <div className={styles.more}>
          <Button busy={list.isLoadingMore} onClick={list.loadMore}>
            {t('common.showMore')}
          </Button>
        </div>
      )}
    </div>
  );
}

function FoundShares({ list, total, wanted, sorting, onSearch, onSort }: ShareListProps) {
  const isAdmin = useUser()?.perm.admin ?? false;
  const { items, error, retry, isOld } = list;
  if (!items) {
    return error ? <SharesError failure={error} onRetry={retry} /> : <ShareSkeleton />;
  }
  if (items.length === 0 && !isOld) {
    return <NoMatch withOwners={isAdmin} onClear={() => onSearch('')} />;
  }
  return (
    <ShareRows
      list={list}
      shares={items}
      count={rowCount({ list, total, wanted })}
      withOwners={isAdmin}
      sorting={sorting}
      onSort={onSort}
    />
  );
}

/** Number of shares in the whole list; undefined while it is not known how many a search will find. */
function rowCount({
  list: { items, hasMore },
  total,
  wanted,
}: Pick<ShareListProps, 'list' | 'total' | 'wanted'>): number | undefined {
  if (!hasMore) return items?.length;
  return wanted.trim() === '' ? total : undefined;
}
