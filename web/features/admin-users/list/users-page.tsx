import type { ListedUser } from '#contract/users.ts';
import { useCallback, useState } from 'react';
import { userPagesQuery } from '../../../api/administration/users.ts';
import { useLocale } from '../../../i18n/use-translation.ts';
import { usePagedList } from '../../../state/use-paged-list.ts';
import { LoadFailure } from '../../../ui/data-view/load-failure.tsx';
import { StaleNotice } from '../../../ui/data-view/stale-notice.tsx';
import { UserList } from './user-list.tsx';
import { UsersSkeleton } from './users-skeleton.tsx';
import styles from './user-list.module.css';
import { FIRST_SORTING, matchingUsers, sortedUsers } from './visible-users.ts';

/** List of all users, for administrators. */
export function UsersPage() {
  const locale = useLocale();
  const [wanted, setWanted] = useState('');
  const [sorting, setSorting] = useState(FIRST_SORTING);
  const list = usePagedList({
    queryFor: userPagesQuery,
    firstOrder: FIRST_SORTING,
    search: wanted,
    order: sorting,
    idOf,
    arrange: useCallback(
      (users: readonly ListedUser[]) => matchingUsers(sortedUsers(users, sorting, locale), wanted),
      [sorting, locale, wanted],
    ),
  });
  const { items, total, error, retry } = list;
  if (total === undefined) {
    return error ? <LoadFailure failure={error} onRetry={retry} /> : <UsersSkeleton />;
  }
  return (
    <div className={styles.page}>
      {error && items && <StaleNotice failure={error} onRetry={retry} />}
      <UserList
        list={list}
        total={total}
        wanted={wanted}
        sorting={sorting}
        onSearch={setWanted}
        onSort={setSorting}
      />
    </div>
  );
}

const idOf = ({ id }: ListedUser) => id;
