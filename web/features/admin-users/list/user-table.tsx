import type { ListedUser } from '#contract/users.ts';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { isolatePath } from '../../../lib/isolate.ts';
import { useFormats } from '../../../state/use-formats.ts';
import type { PagedList } from '../../../state/use-paged-list.ts';
import { useUser } from '../../../state/use-session.ts';
import { DataTable } from '../../../ui/data-view/data-table.tsx';
import { wholeScope } from '#contract/whole-scope.ts';
import { UserName } from './user-name.tsx';
import { type UserRowProps, UserRow } from './user-row.tsx';
import styles from './user-table.module.css';
import type { UserSorting } from './visible-users.ts';

/** Users as table rows, or as cards on narrow windows. */
export function UserTable({
  list,
  users,
  sorting,
  onSort,
}: {
  list: PagedList<ListedUser>;
  users: readonly ListedUser[];
  sorting: UserSorting;
  onSort(sorting: UserSorting): void;
}) {
  const { t } = useTranslation();
  const ownId = useUser()?.id;
  const formats = useFormats();
  return (
    <DataTable
      label={t('users.title')}
      className={styles.table}
      items={users}
      list={list}
      keyOf={({ id }) => id}
      columns={[
        { by: 'name', label: t('users.username') },
        { by: 'role', label: t('users.role') },
        { by: 'scope', label: t('users.scope') },
        { by: 'seen', label: t('users.lastSeen') },
      ]}
      rowHeight={53}
      cardHeight={65}
      order={sorting}
      onOrder={onSort}
    >
      {(user, isCard) => {
        const { lastSeen } = user;
        const Row = isCard ? UserCard : UserRow;
        return (
          <Row
            user={user}
            isOwn={user.id === ownId}
            lastSeen={lastSeen === undefined ? t('users.never') : formats.date(lastSeen)}
            exactLastSeen={lastSeen === undefined ? '' : formats.exactDate(lastSeen)}
          />
        );
      }}
    </DataTable>
  );
}

/** Card of a user on narrow windows, which is a link as a whole. */
function UserCard({ user, isOwn, lastSeen }: UserRowProps) {
  const { t } = useTranslation();
  return (
    <div role="cell" className={styles.cardCell}>
      <Link className={styles.cardLink} to={`/settings/users/${user.id}`} title={user.username}>
        <span className={styles.name}>
          <UserName user={user} isOwn={isOwn} />
        </span>
        <span className={styles.facts}>
          {t(user.perm.admin ? 'users.admin' : 'users.ordinary')} ·{' '}
          <bdi dir="ltr">{isolatePath(wholeScope(user.scope))}</bdi> ·{' '}
          {user.lastSeen === undefined ? t('users.neverSeen') : t('users.seen', { date: lastSeen })}
        </span>
        <ChevronRight className={styles.chevron} size={18} strokeWidth={1.75} aria-hidden />
      </Link>
    </div>
  );
}
