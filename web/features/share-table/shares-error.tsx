import { CloudOff, LockKeyhole, TriangleAlert } from 'lucide-react';
import { ApiError } from '../../api/http.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import styles from './share-table.module.css';

interface ErrorProps {
  failure: Error;
  onRetry(): void;
}

/** Error that replaces the shares. */
export function SharesError({ failure, onRetry }: ErrorProps) {
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

const WORDS = {
  0: { icon: CloudOff, title: 'errors.noConnectionTitle', text: 'errors.noConnectionHint' },
  403: { icon: LockKeyhole, title: 'errors.forbiddenTitle', text: 'errors.forbiddenHint' },
  500: { icon: TriangleAlert, title: 'errors.internalTitle', text: undefined },
} as const;

/** Warning above shares that could not be refreshed. */
export function StaleShares({ failure, onRetry }: ErrorProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.stale}>
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
