import { CloudOff, TriangleAlert } from 'lucide-react';
import { failureText } from '../../../../i18n/failure-text.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { Button } from '../../../../ui/button.tsx';
import styles from './document-failure.module.css';

/** Why a file could not be read, and another try. */
export function DocumentFailure({ failure, onRetry }: { failure: unknown; onRetry(): void }) {
  const { t } = useTranslation();
  const isOffline = failure instanceof Error && 'status' in failure && failure.status === 0;
  const Icon = isOffline ? CloudOff : TriangleAlert;
  return (
    <div className={styles.failure} role="alert">
      <Icon size={56} strokeWidth={1.25} aria-hidden />
      <p>{failureText(t, failure)}</p>
      <Button variant="primary" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
