import type { ListedUser } from '#contract/users.ts';
import { Check, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { isolatePath } from '../../../lib/isolate.ts';
import { wholeScope } from '../parts/whole-scope.ts';
import { UserName } from './user-name.tsx';
import styles from './user-rows.module.css';

/** What a row and a card are given. */
export interface UserRowProps {
  user: ListedUser;
  isOwn: boolean;
  /** In words. */
  lastSeen: string;
  /** The exact time; '' for whoever was never there. */
  exactly: string;
}

/** The cells of a user where there is room for them side by side. */
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
        {/* The name leads there as well: this one is for the eye and the mouse. */}
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
