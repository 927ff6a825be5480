import type { ListedUser } from '#contract/users.ts';
import { UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { NoUserFound } from '../parts/notices.tsx';
import styles from './user-list.module.css';
import { UserRows } from './user-rows.tsx';
import { UserSearch } from './user-search.tsx';
import { FIRST_SORTING, matchingUsers, sortedUsers } from './visible-users.ts';

/** Users that can be searched and sorted, and the way to a new one. */
export function UserList({ users }: { users: readonly ListedUser[] }) {
  const { t, locale } = useTranslation();
  const [wanted, setWanted] = useState('');
  const [sorting, setSorting] = useState(FIRST_SORTING);
  const sorted = useMemo(() => sortedUsers(users, sorting, locale), [users, sorting, locale]);
  const found = useMemo(() => matchingUsers(sorted, wanted), [sorted, wanted]);
  return (
    <div className={styles.list}>
      <div className={styles.head}>
        <UserSearch wanted={wanted} found={found.length} all={users.length} onChange={setWanted} />
        <ButtonLink variant="primary" to="/settings/users/new">
          <UserPlus size={18} strokeWidth={1.75} aria-hidden />
          {t('users.new')}
        </ButtonLink>
      </div>
      {found.length === 0 ? (
        <NoUserFound onClear={() => setWanted('')} />
      ) : (
        <UserRows users={found} sorting={sorting} onSort={setSorting} />
      )}
      {users.length === 1 && <p className={styles.alone}>{t('users.onlyYou')}</p>}
    </div>
  );
}
