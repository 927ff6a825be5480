import { CloudOff } from 'lucide-react';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../button.tsx';
import styles from './stale-notice.module.css';

/** Warning above contents that could not be refreshed. `failure` is that of the last attempt. */
export function StaleNotice({ failure, onRetry }: { failure: Error; onRetry(): void }) {
  const { t } = useTranslation();
  const reason = failureText(t, failure);
  // Omits a reason that says nothing, which the message of a failed operation may give at the same time.
  const isGeneral = reason === t('errors.internal');
  return (
    <div className={styles.stale}>
      <CloudOff size={18} strokeWidth={1.75} aria-hidden />
      <p className={styles.text} role="status">
        {!isGeneral && `${reason} `}
        {t('listing.stale')}
      </p>
      <Button variant="quiet" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
