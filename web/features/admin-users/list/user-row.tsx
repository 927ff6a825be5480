import type { ListedUser } from '#contract/users.ts';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { capitalized } from '../../../i18n/format.ts';
import { useLocale, useTranslation } from '../../../i18n/use-translation.ts';
import { isolatePath } from '../../../lib/isolate.ts';
import { wholeScope } from '#contract/whole-scope.ts';
import { UserName } from './user-name.tsx';
import styles from './user-table.module.css';

/** Props of a row and of a card. */
export interface UserRowProps {
  user: ListedUser;
  isOwn: boolean;
  /** Time of the last visit in the format that the user prefers, or the word for "never". */
  lastSeen: string;
  /** Exact time of the last visit; '' if the user has never logged in. */
  exactLastSeen: string;
}

/** Cells of the table row of a user on wide screens. The link of the name covers the whole row. */
export function UserRow({ user, isOwn, lastSeen, exactLastSeen }: UserRowProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const scope = wholeScope(user.scope);
  // The link covers the other cells, so their own tooltips would never appear.
  const facts = [user.username, scope, exactLastSeen].filter((fact) => fact !== '');
  return (
    <>
      <div role="cell" className={styles.nameCell}>
        <Link className={styles.name} to={`/settings/users/${user.id}`} title={facts.join('\n')}>
          <UserName user={user} isOwn={isOwn} />
        </Link>
      </div>
      <div role="cell" className={styles.role} data-admin={user.perm.admin || undefined}>
        {t(user.perm.admin ? 'users.admin' : 'users.ordinary')}
      </div>
      <div role="cell" className={styles.scope}>
        <bdi dir="ltr">{isolatePath(scope)}</bdi>
      </div>
      <div role="cell" className={styles.seen}>
        {capitalized(lastSeen, locale)}
      </div>
      <div role="cell">
        <ChevronRight className={styles.chevron} size={18} strokeWidth={1.75} aria-hidden />
      </div>
    </>
  );
}
