import { CloudOff } from 'lucide-react';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { FormColumn } from '../../ui/form/form-column.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAnnounceLoading } from '../../ui/use-announce-loading.ts';
import styles from './admin-settings.module.css';

interface FailureProps {
  failure: Error;
  onRetry(): void;
}

/** Error that replaces the settings. */
export function SettingsFailure(props: FailureProps) {
  return <LoadFailure className={styles.notice} {...props} />;
}

/** Warning above settings that could not be refreshed. */
export function StaleSettings({ failure, onRetry }: FailureProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.stale}>
      <CloudOff size={18} strokeWidth={1.75} aria-hidden />
      <p role="status">
        {failureText(t, failure)} {t('listing.stale')}
      </p>
      <Button variant="quiet" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}

const FIELDS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Skeleton of the fields, invisible for the first 200 ms. */
export function SettingsSkeleton() {
  const { t } = useTranslation();
  useAnnounceLoading();
  return (
    <FormColumn>
      <div className={styles.skeleton} role="status" aria-label={t('common.loading')}>
        {FIELDS.map((field) => (
          <div key={field} className={styles.skeletonField}>
            <Skeleton width="120px" />
            <Skeleton width="100%" />
          </div>
        ))}
      </div>
    </FormColumn>
  );
}
