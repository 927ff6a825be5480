import type { UserBelongings } from '#contract/users.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from '../form/user-form.module.css';

/** Lists the data that is deleted together with a user. */
export function Belongings({
  belongings: { sessions, links, uploads },
}: {
  belongings: UserBelongings;
}) {
  const { t } = useTranslation();
  const things = [
    { key: 'links', count: links, text: t('users.linkCount', { count: links }) },
    { key: 'sessions', count: sessions, text: t('users.sessionCount', { count: sessions }) },
    { key: 'uploads', count: uploads, text: t('users.uploadCount', { count: uploads }) },
  ].filter(({ count }) => count > 0);
  if (things.length === 0) return <p className={styles.note}>{t('users.deleteWithNothing')}</p>;
  return (
    <div>
      <p>{t('users.deleteWith')}</p>
      <ul className={styles.list}>
        {things.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </div>
  );
}
