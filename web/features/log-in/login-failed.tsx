import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import styles from './log-in.module.css';

/** Shown if the server asks for no credentials and has rejected this browser. */
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
