import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import styles from './log-in.module.css';

/** Where nobody is asked for a name, and the server did not let this browser in. */
export function LoginFailed({ onRetry }: { onRetry(): void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.form} role="alert">
      <h2 className={styles.trouble}>{t('signUp.notLoggedIn')}</h2>
      <p className={styles.note}>{t('signUp.notLoggedInHint')}</p>
      <Button variant="primary" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
