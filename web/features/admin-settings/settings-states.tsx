import { CloudOff, LockKeyhole, TriangleAlert } from 'lucide-react';
import { ApiError } from '../../api/http.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { FormColumn } from '../../ui/form/form-column.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAnnounceLoading } from '../../ui/use-announce-loading.ts';
import styles from './admin-settings.module.css';

interface FailureProps {
  failure: Error;
  onRetry(): void;
}

const WORDS = {
  0: { icon: CloudOff, title: 'errors.noConnectionTitle', text: 'errors.noConnectionHint' },
  403: { icon: LockKeyhole, title: 'errors.forbiddenTitle', text: 'errors.forbiddenHint' },
  500: { icon: TriangleAlert, title: 'errors.internalTitle', text: undefined },
} as const;

/** Error that replaces the settings. */
export function SettingsFailure({ failure, onRetry }: FailureProps) {
  const { t } = useTranslation();
  const status = failure instanceof ApiError ? failure.status : undefined;
  const { icon: Icon, title, text } = WORDS[status === 0 || status === 403 ? status : 500];
  return (
    <div className={styles.notice} role="alert">
      <Icon className={styles.noticeIcon} size={56} strokeWidth={1.25} aria-hidden />
      <h2 className={styles.noticeTitle}>{t(title)}</h2>
      <p className={styles.noticeText}>{text ? t(text) : failureText(t, failure)}</p>
      <Button variant="primary" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
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
