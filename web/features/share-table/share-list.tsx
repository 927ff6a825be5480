import type { Share } from '#contract/shares.ts';
import { SearchX } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { PagedList } from '../../state/use-paged-list.ts';
import { useUser } from '../../state/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { ListHead } from '../../ui/data-view/list-head.tsx';
import { LoadFailure } from '../../ui/data-view/load-failure.tsx';
import { Notice, NoticeText } from '../../ui/data-view/notice.tsx';
import { ShowMore } from '../../ui/data-view/show-more.tsx';
import { ShareRows } from './share-rows.tsx';
import { ShareSkeleton } from './share-skeleton.tsx';
import styles from './share-table.module.css';
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
  const { t } = useTranslation();
  const shown = list.items?.length ?? 0;
  return (
    <div className={styles.list}>
      <ListHead
        label={t('settings.shares.search')}
        clearLabel={t('settings.shares.clearSearch')}
        searchText={wanted}
        count={
          shown === total
            ? t('settings.shares.count', { count: total })
            : t('settings.shares.found', { count: total, shown, all: total })
        }
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
    return error ? <LoadFailure failure={error} onRetry={retry} /> : <ShareSkeleton />;
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
    <Notice icon={SearchX} title={t('settings.shares.noMatch')}>
      <NoticeText>{t(hint)}</NoticeText>
      <Button onClick={onClear}>{t('settings.shares.clearSearch')}</Button>
    </Notice>
  );
}
