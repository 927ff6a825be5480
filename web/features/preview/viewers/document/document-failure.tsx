import { CloudOff, HardDrive, TriangleAlert } from 'lucide-react';
import { failureText, isDiskUnavailable } from '../../../../i18n/failure-text.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { Button } from '../../../../ui/button.tsx';
import styles from './document-failure.module.css';

/** Shows why a file could not be read, with a button to try again. */
export function DocumentFailure({ failure, onRetry }: { failure: unknown; onRetry(): void }) {
  const { t } = useTranslation();
  const isOffline = failure instanceof Error && 'status' in failure && failure.status === 0;
  const isAway = isDiskUnavailable(failure);
  const Icon = isAway ? HardDrive : isOffline ? CloudOff : TriangleAlert;
  return (
    <div className={styles.failure} role="alert">
      <Icon size={56} strokeWidth={1.25} aria-hidden />
      {isAway && <h2>{t('errors.diskUnavailableTitle')}</h2>}
      <p>{failureText(t, failure)}</p>
      <Button variant="primary" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
