import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './share-card.module.css';

/** Selected address for copying by hand, if the browser cannot copy. */
export function CopyByHand({ reason, address }: { reason: string; address: string }) {
  const { t } = useTranslation();
  return (
    <div className={styles.byHand}>
      <p className={styles.warning}>{reason}</p>
      <input
        className={styles.address}
        aria-label={t('shares.copyYourself')}
        value={address}
        dir="ltr"
        readOnly
        autoFocus
        onFocus={({ target }) => target.select()}
      />
    </div>
  );
}
