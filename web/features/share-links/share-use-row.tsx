import type { ShareUse } from '#contract/shares.ts';
import { Download, Eye, KeyRound, Link2, type LucideIcon } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isolatePath } from '../../lib/isolate.ts';
import { spelled } from '../../lib/name-parts.ts';
import { useFormats } from '../../state/use-formats.ts';
import styles from './share-uses.module.css';

const SIGNS: Readonly<Record<ShareUse['kind'], LucideIcon>> = {
  opened: Link2,
  viewed: Eye,
  downloaded: Download,
  'wrong-password': KeyRound,
};

/** Use of a share: operation, item, time and address. */
export function ShareUseRow({ use }: { use: ShareUse }) {
  const { t } = useTranslation();
  const { size, date, exactDate } = useFormats();
  const Sign = SIGNS[use.kind];
  const facts = [
    ...(use.bytes > 0 ? [t('shares.uses.sent', { size: size(use.bytes) })] : []),
    ...(use.whole ? [] : [t('shares.uses.cut')]),
    ...(use.address === '' ? [] : [t('shares.uses.from', { address: use.address })]),
  ];
  return (
    <li className={styles.use} data-kind={use.kind}>
      <Sign size={18} strokeWidth={1.75} aria-hidden />
      <div className={styles.what}>
        <p>
          {t(`shares.uses.${use.kind}`)} <Where path={use.path} />
        </p>
        <p className={styles.hint}>{facts.join(' · ')}</p>
      </div>
      <time className={styles.when} dateTime={use.time} title={exactDate(use.time)} dir="auto">
        {date(use.time)}
      </time>
    </li>
  );
}

/** Path in the share; nothing for the shared item itself. */
function Where({ path }: { path: string }) {
  const { t } = useTranslation();
  if (path === '/') return null;
  if (path === '') return <span className={styles.path}>({t('shares.uses.several')})</span>;
  return (
    <bdi className={styles.path} dir="ltr">
      {isolatePath(spelled(path.replace(/^\//, '')))}
    </bdi>
  );
}
