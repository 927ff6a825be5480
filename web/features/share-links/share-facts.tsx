import type { Share } from '#contract/shares.ts';
import type { ReactNode } from 'react';
import { formatRelativeDate } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { endOfShare, isOver } from '../../state/share-end.ts';
import { useLastUsed } from '../../state/shares/use-last-used.ts';
import { useFormats } from '../../state/use-formats.ts';
import { useUser } from '../../state/use-session.ts';
import styles from './share-card.module.css';

/** Expiry, password protection and uses of a share. */
export function ShareFacts({ share }: { share: Share }) {
  const { t } = useTranslation();
  const ownId = useUser()?.id;
  const isOthers = share.username !== undefined && share.userID !== ownId;
  return (
    <>
      <ul className={styles.facts}>
        <li>
          <TimeLeft expire={share.expire} />
        </li>
        {share.hasPassword && <li>{t('shares.passwordNeeded')}</li>}
        {isOthers && <li>{t('shares.owner', { name: share.username ?? '' })}</li>}
      </ul>
      <ul className={styles.facts}>
        <Uses share={share} />
      </ul>
    </>
  );
}

function TimeLeft({ expire }: { expire: number }): ReactNode {
  const { t, locale } = useTranslation();
  const { exactDate } = useFormats();
  const end = endOfShare(expire);
  if (!end) return t('shares.permanent');
  if (isOver(end)) return t('shares.ended');
  const written = end.toISOString();
  return (
    <>
      {t('shares.ends', { left: formatRelativeDate(end, locale) })}{' '}
      <time dateTime={written} className={styles.exactly}>
        (<bdi>{exactDate(written)}</bdi>)
      </time>
    </>
  );
}

function Uses({ share: { opened, downloaded, lastUsed } }: { share: Share }) {
  const { t } = useTranslation();
  const { exactDate } = useFormats();
  const whenUsed = useLastUsed();
  if (lastUsed === undefined) return <li>{t('shares.neverUsed')}</li>;
  return (
    <>
      {opened > 0 && <li>{t('shares.opened', { count: opened })}</li>}
      {downloaded > 0 && <li>{t('shares.downloaded', { count: downloaded })}</li>}
      <li>
        <time dateTime={lastUsed} title={exactDate(lastUsed)}>
          {whenUsed(lastUsed)}
        </time>
      </li>
    </>
  );
}
