import type { Entry } from '#contract/files.ts';
import type { Share } from '#contract/shares.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, Lock } from 'lucide-react';
import { addressOfShare, sharesOfQuery } from '../../../api/shares.ts';
import { formatExactDate, formatRelativeDate } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useEachMinute } from '../../../lib/use-each-minute.ts';
import { dialogs } from '../../../state/dialogs.ts';
import { endOfShare, isOver } from '../../../state/share-end.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import styles from './details.module.css';
import { Section } from './section.tsx';

/** Share links of an item, each with its address to copy. The dialog creates and changes them. */
export function ItemShares({ item }: { item: Entry }) {
  const { t } = useTranslation();
  const { data: shares } = useQuery(sharesOfQuery(item));
  const manage = (
    <Button variant="quiet" onClick={() => dialogs.getState().open({ kind: 'share', item })}>
      {t(shares?.length ? 'info.manageShares' : 'actions.share')}
    </Button>
  );
  return (
    <Section title={t('shares.links')} action={manage}>
      {shares?.length === 0 && <p className={styles.quiet}>{t('info.notShared')}</p>}
      {shares !== undefined && shares.length > 0 && (
        <ul className={styles.rows}>
          {shares.map((share) => (
            <ShareRow key={share.hash} share={share} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function ShareRow({ share }: { share: Share }) {
  const { t } = useTranslation();
  const Icon = share.hasPassword ? Lock : Link;
  return (
    <li className={styles.row}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span className={styles.rowText}>
        <span>
          {t('shares.link')} · <ExpiryOf share={share} />
        </span>
        <span className={styles.quiet}>
          <bdi dir="ltr">{share.hash}</bdi>
          {share.hasPassword && ` · ${t('shares.passwordNeeded')}`}
        </span>
      </span>
      <CopyButton label={t('shares.copyLink')} text={addressOfShare(share.hash)} />
    </li>
  );
}

function ExpiryOf({ share: { expire } }: { share: Share }) {
  const { t, locale } = useTranslation();
  useEachMinute();
  const end = endOfShare(expire);
  if (!end) return t('shares.permanent');
  if (isOver(end)) return t('shares.ended');
  return (
    <time dateTime={end.toISOString()} title={formatExactDate(end, locale)}>
      {t('shares.ends', { left: formatRelativeDate(end, locale) })}
    </time>
  );
}
