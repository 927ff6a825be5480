import { ChevronLeft } from 'lucide-react';
import { Link, NavLink } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useCustomPageTitle } from '../../../state/page-title.ts';
import { useUser } from '../../../state/use-session.ts';
import { Avatar } from './avatar.tsx';
import styles from './user-head.module.css';

/** Header of the pages of one user: link to all users, name and tabs. */
export function UserHead({ title, userId }: { title: string; userId?: number }) {
  const { t } = useTranslation();
  const own = useUser();
  useCustomPageTitle(title);
  return (
    <header className={styles.head}>
      <Link className={styles.back} to="/settings/users">
        <ChevronLeft size={16} strokeWidth={2} aria-hidden />
        {t('users.all')}
      </Link>
      <h1 className={styles.title} data-part="sticky-title">
        {userId !== undefined && <Avatar name={title} isOwn={userId === own?.id} />}
        <bdi>{title}</bdi>
      </h1>
      {userId !== undefined && (
        <nav className={styles.tabs} aria-label={t('users.tabs')}>
          <NavLink className={() => styles.tab} to={`/settings/users/${userId}`} end>
            {t('users.account')}
          </NavLink>
          <NavLink className={() => styles.tab} to={`/settings/users/${userId}/explain`}>
            {t('users.explain')}
          </NavLink>
        </nav>
      )}
    </header>
  );
}
