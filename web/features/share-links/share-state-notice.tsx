import type { Share } from '#contract/shares.ts';
import { TriangleAlert } from 'lucide-react';
import { adoptShare } from '../../api/shares.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import type { KnownShares } from './use-known-shares.ts';
import styles from './share-card.module.css';
import { useAttempt } from './use-attempt.ts';

/** Why a link does not work now, and what can be done about it; nothing while it works. */
export function ShareStateNotice({ share, known }: { share: Share; known: KnownShares }) {
  const { t } = useTranslation();
  const { isBusy, failure, attempt } = useAttempt();
  if (share.state === 'live') return null;
  const adopt = () => attempt(async () => known.replace(await adoptShare(share.hash)));
  return (
    <div className={styles.state}>
      <p className={styles.warning}>
        <TriangleAlert size={16} aria-hidden />
        {t(`shares.states.${share.state}`)}
      </p>
      {share.state === 'replaced' && (
        <Button busy={isBusy} onClick={adopt}>
          {share.isDir ? t('shares.adoptFolder') : t('shares.adopt')}
        </Button>
      )}
      {failure !== undefined && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
    </div>
  );
}
