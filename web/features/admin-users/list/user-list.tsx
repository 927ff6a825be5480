import type { ListedUser } from '#contract/users.ts';
import { UserPlus } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { PagedList } from '../../../state/use-paged-list.ts';
import { ShowMore } from '../../../ui/show-more.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { LoadFailure, NoUserFound } from '../parts/notices.tsx';
import styles from './user-list.module.css';
import { UserRows } from './user-rows.tsx';
import { UserSearch } from './user-search.tsx';
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
  return (
    <div className={styles.list}>
      <div className={styles.head}>
        <UserSearch
          wanted={wanted}
          found={list.items?.length ?? 0}
          all={total}
          onChange={onSearch}
        />
        <ButtonLink variant="primary" to="/settings/users/new">
          <UserPlus size={18} strokeWidth={1.75} aria-hidden />
          {t('users.new')}
        </ButtonLink>
      </div>
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
  return <UserRows list={list} users={items} sorting={sorting} onSort={onSort} />;
}
