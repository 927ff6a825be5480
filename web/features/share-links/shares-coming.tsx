import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './shares-coming.module.css';

/** Loading and error state of the shares. */
export function SharesComing({
  failure,
  isBusy,
  onRetry,
}: {
  failure: Error | null;
  isBusy: boolean;
  onRetry(): void;
}) {
  const { t } = useTranslation();
  if (!failure) {
    return (
      <div className={styles.coming} role="status" aria-label={t('common.loading')}>
        <Skeleton width="45%" />
        <Skeleton width="70%" />
      </div>
    );
  }
  return (
    <div className={styles.failed}>
      <p role="alert">{failureText(t, failure)}</p>
      <Button busy={isBusy} onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
