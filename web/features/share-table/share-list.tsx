import type { Share } from '#contract/shares.ts';
import { SearchX } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { PagedList } from '../../state/use-paged-list.ts';
import { useUser } from '../../state/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import styles from './share-list.module.css';
import { ShareRows } from './share-rows.tsx';
import { ShareSearch } from './share-search.tsx';
import { ShareSkeleton } from './share-skeleton.tsx';
import shareTableStyles from './share-table.module.css';
import { SharesError } from './shares-error.tsx';
import type { ShareSorting } from './visible-shares.ts';

interface ShareListProps {
  list: PagedList<Share>;
  total: number;
  onlyOwn: boolean;
  wanted: string;
  sorting: ShareSorting;
  onSearch(wanted: string): void;
  onSort(sorting: ShareSorting): void;
}

/** Shares that can be searched and sorted. */
export function ShareList(props: ShareListProps) {
  const { list, total, wanted, onSearch } = props;
  return (
    <div className={styles.list}>
      <ShareSearch
        wanted={wanted}
        found={list.items?.length ?? 0}
        all={total}
        onChange={onSearch}
      />
      <FoundShares {...props} />
      <ShowMore list={list} />
    </div>
  );
}

function FoundShares({ list, onlyOwn, sorting, onSearch, onSort }: ShareListProps) {
  const isAdmin = useUser()?.perm.admin ?? false;
  const withOwners = isAdmin && !onlyOwn;
  const { items, error, retry, isOld } = list;
  if (!items) {
    return error ? <SharesError failure={error} onRetry={retry} /> : <ShareSkeleton />;
  }
  if (items.length === 0 && !isOld) {
    return <NoMatch withOwners={withOwners} onClear={() => onSearch('')} />;
  }
  return (
    <ShareRows
      list={list}
      shares={items}
      withOwners={withOwners}
      sorting={sorting}
      onSort={onSort}
    />
  );
}

/** Shown if no share matches the search. */
function NoMatch({ withOwners, onClear }: { withOwners: boolean; onClear(): void }) {
  const { t } = useTranslation();
  const hint = withOwners ? 'settings.shares.noMatchHint' : 'settings.shares.noMatchPathHint';
  return (
    <div className={shareTableStyles.notice}>
      <SearchX className={shareTableStyles.noticeIcon} size={56} strokeWidth={1.25} aria-hidden />
      <h2 className={shareTableStyles.noticeTitle}>{t('settings.shares.noMatch')}</h2>
      <p className={shareTableStyles.noticeText}>{t(hint)}</p>
      <Button onClick={onClear}>{t('settings.shares.clearSearch')}</Button>
    </div>
  );
}
