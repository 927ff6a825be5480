import type { ListedUser } from '#contract/users.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { initialOf } from '../../../lib/initial-of.ts';
import avatarStyles from '../parts/avatar.module.css';
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

/** Number of hues in the style sheet. */
const HUES = 7;

/** First letter of a name on a colour derived from the name, or on that of the account button for the current user. */
function Avatar({ name, isOwn }: { name: string; isOwn: boolean }) {
  return (
    <span
      className={avatarStyles.avatar}
      data-hue={isOwn ? undefined : hueOf(name)}
      data-own={isOwn || undefined}
      // Rendered by CSS, so that screen readers and copied text contain the name only once.
      data-initial={initialOf(name)}
      aria-hidden
    />
  );
}

/** Returns the same hue for the same name everywhere. */
function hueOf(name: string): number {
  return [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % HUES;
}
