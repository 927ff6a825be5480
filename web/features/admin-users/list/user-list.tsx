import type { ListedUser } from '#contract/users.ts';
import { SearchX, UserPlus } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { PagedList } from '../../../state/use-paged-list.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { ListHead } from '../../../ui/data-view/list-head.tsx';
import { LoadFailure } from '../../../ui/data-view/load-failure.tsx';
import { Notice, NoticeText } from '../../../ui/data-view/notice.tsx';
import { ShowMore } from '../../../ui/data-view/show-more.tsx';
import styles from './user-list.module.css';
import { UserTable } from './user-table.tsx';
import { UsersSkeleton } from './users-skeleton.tsx';
import type { UserSorting } from './visible-users.ts';

interface UserListProps {
  list: PagedList<ListedUser>;
  total: number;
  wanted: string;
  sorting: UserSorting;
  onSearch(wanted: string): void;
  onSort(sorting: UserSorting): void;
}

/** Searchable and sortable users, with a link to the form for a new user. */
export function UserList(props: UserListProps) {
  const { list, total, wanted, onSearch } = props;
  const { t } = useTranslation();
  const shown = list.items?.length ?? 0;
  return (
    <div className={styles.list}>
      <ListHead
        label={t('users.search')}
        clearLabel={t('users.clearSearch')}
        searchText={wanted}
        count={
          shown === total
            ? t('users.count', { count: total })
            : t('users.found', { count: total, shown, all: total })
        }
        onChange={onSearch}
      >
        <ButtonLink variant="primary" to="/settings/users/new">
          <UserPlus size={18} strokeWidth={1.75} aria-hidden />
          {t('users.new')}
        </ButtonLink>
      </ListHead>
      <FoundUsers {...props} />
      <ShowMore list={list} />
      {total === 1 && <p className={styles.alone}>{t('users.onlyYou')}</p>}
    </div>
  );
}

function FoundUsers({ list, sorting, onSearch, onSort }: UserListProps) {
  const { items, error, retry, isOld } = list;
  if (!items) {
    return error ? <LoadFailure failure={error} onRetry={retry} /> : <UsersSkeleton />;
  }
  if (items.length === 0 && !isOld) return <NoUserFound onClear={() => onSearch('')} />;
  return <UserTable list={list} users={items} sorting={sorting} onSort={onSort} />;
}

function NoUserFound({ onClear }: { onClear(): void }) {
  const { t } = useTranslation();
  return (
    <Notice icon={SearchX} title={t('users.noMatch')} size="part">
      <NoticeText>{t('users.noMatchHint')}</NoticeText>
      <Button onClick={onClear}>{t('users.clearSearch')}</Button>
    </Notice>
  );
}
