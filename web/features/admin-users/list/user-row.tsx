import type { ListedUser } from '#contract/users.ts';
import { Check, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { isolatePath } from '../../../lib/isolate.ts';
import { wholeScope } from '../parts/whole-scope.ts';
import { UserName } from './user-name.tsx';
import styles from './user-table.module.css';

/** Props of a row and of a card. */
export interface UserRowProps {
  user: ListedUser;
  isOwn: boolean;
  /** Relative time of the last visit. */
  lastSeen: string;
  /** Exact time of the last visit; '' if the user has never logged in. */
  exactly: string;
}

/** Table row of a user on wide screens. */
export function UserRow({ user, isOwn, lastSeen, exactly }: UserRowProps) {
  const { t } = useTranslation();
  const address = `/settings/users/${user.id}`;
  return (
    <>
      <div role="cell" className={styles.nameCell}>
        <Link className={styles.name} to={address}>
          <UserName user={user} isOwn={isOwn} />
        </Link>
      </div>
      <div role="cell">
        {user.perm.admin && (
          <span className={styles.role}>
            <Check size={16} strokeWidth={2} aria-hidden />
            {t('users.admin')}
          </span>
        )}
      </div>
      <div role="cell" className={styles.cut} title={wholeScope(user.scope)}>
        <bdi dir="ltr">{isolatePath(wholeScope(user.scope))}</bdi>
      </div>
      <div role="cell" className={styles.seen} title={exactly || undefined}>
        {lastSeen}
      </div>
      <div role="cell" className={styles.end}>
        {/* The name is a link too; this one is for pointer users. */}
        <Link
          className={styles.edit}
          to={address}
          tabIndex={-1}
          aria-label={t('users.editOf', { name: user.username })}
        >
          {t('users.edit')}
          <ChevronRight className={styles.chevron} size={16} strokeWidth={2} aria-hidden />
        </Link>
      </div>
    </>
  );
}
