import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './share-card.module.css';

/** Where the browser copies nothing, the user can: the address is selected as soon as it is there. */
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
