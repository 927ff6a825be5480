import type { ListedUser } from '#contract/users.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Avatar } from '../parts/avatar.tsx';
import styles from './user-rows.module.css';

/** A user's name, and whether it is one's own. */
export function UserName({ user, isOwn }: { user: ListedUser; isOwn: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <Avatar name={user.username} />
      <bdi className={styles.cut}>{user.username}</bdi>
      {isOwn && <span className={styles.you}>{t('users.you')}</span>}
    </>
  );
}
