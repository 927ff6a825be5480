import type { Share } from '#contract/shares.ts';
import { TriangleAlert } from 'lucide-react';
import { adoptShare } from '../../api/shares.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRequest } from '../../state/forms/use-request.ts';
import { Button } from '../../ui/button.tsx';
import type { KnownShares } from './use-known-shares.ts';
import styles from './share-card.module.css';

/** Explains why a share does not work, and offers the remedy. Renders nothing while it works. */
export function ShareStateNotice({ share, known }: { share: Share; known: KnownShares }) {
  const { t } = useTranslation();
  const { isBusy, failure, send } = useRequest(async () =>
    known.replace(await adoptShare(share.hash)),
  );
  if (share.state === 'live') return null;
  return (
    <div className={styles.state}>
      <p className={styles.warning}>
        <TriangleAlert size={16} aria-hidden />
        {t(`shares.states.${share.state}`)}
      </p>
      {share.state === 'replaced' && (
        <Button busy={isBusy} onClick={() => send()}>
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
