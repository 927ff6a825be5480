import type { ListedUser } from '#contract/users.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Avatar } from '../parts/avatar.tsx';
import styles from './user-table.module.css';

/** Name of a user, marked for the current user. */
export function UserName({ user, isOwn }: { user: ListedUser; isOwn: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <Avatar name={user.username} isOwn={isOwn} />
      <span className={styles.named}>
        <bdi className={styles.cut}>{user.username}</bdi>
        {isOwn && <span className={styles.you}>{t('users.you')}</span>}
      </span>
    </>
  );
}
