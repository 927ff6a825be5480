import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { isolatePath } from '../../../lib/isolate.ts';
import { wholeScope } from '../parts/whole-scope.ts';
import { UserName } from './user-name.tsx';
import type { UserRowProps } from './user-row.tsx';
import styles from './user-rows.module.css';

/** A user where there is little room: all of the card leads to them. */
export function UserCard({ user, isOwn, lastSeen }: UserRowProps) {
  const { t } = useTranslation();
  return (
    <div role="cell" className={styles.cardCell}>
      <Link className={styles.cardLink} to={`/settings/users/${user.id}`}>
        <span className={styles.name}>
          <UserName user={user} isOwn={isOwn} />
        </span>
        <span className={styles.facts}>
          {user.perm.admin && `${t('users.admin')} · `}
          <bdi dir="ltr">{isolatePath(wholeScope(user.scope))}</bdi> ·{' '}
          {user.lastSeen === undefined ? t('users.neverSeen') : t('users.seen', { date: lastSeen })}
        </span>
        <ChevronRight className={styles.chevron} size={18} strokeWidth={2} aria-hidden />
      </Link>
    </div>
  );
}
