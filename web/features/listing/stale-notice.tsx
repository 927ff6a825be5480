import { CloudOff } from 'lucide-react';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import styles from './listing.module.css';

/** Above rows that could not be read again, until they can. */
export function StaleNotice({ failure, onRetry }: { failure: Error; onRetry(): void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.stale} data-part="stale">
      <CloudOff size={18} strokeWidth={1.75} aria-hidden />
      <p className={styles.staleText} role="status">
        {failureText(t, failure)} {t('listing.stale')}
      </p>
      <Button variant="quiet" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
