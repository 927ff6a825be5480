import { CloudOff } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../button.tsx';
import styles from './stale-notice.module.css';

/** Warning above contents that could not be refreshed. */
export function StaleNotice({ onRetry }: { onRetry(): void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.stale}>
      <CloudOff size={18} strokeWidth={1.75} aria-hidden />
      <p className={styles.text} role="status">
        {t('listing.stale')}
      </p>
      <Button variant="quiet" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
