import { CloudOff, ScrollText, SearchX } from 'lucide-react';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAnnounceLoading } from '../../ui/use-announce-loading.ts';
import styles from './audit.module.css';

interface FailureProps {
  failure: Error;
  onRetry(): void;
}

/** Error that replaces the entries. */
export function AuditFailure(props: FailureProps) {
  return <LoadFailure className={styles.notice} {...props} />;
}

/** Warning above entries that could not be refreshed. */
export function StaleEntries({ failure, onRetry }: FailureProps) {
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

/** Shown if the audit log is empty or no entry matches the filter. */
export function NoEntries({
  isFiltered,
  withName,
  onClear,
}: {
  isFiltered: boolean;
  withName: boolean;
  onClear(): void;
}) {
  const { t } = useTranslation();
  const Icon = isFiltered ? SearchX : ScrollText;
  return (
    <div className={styles.notice} role="status">
      <Icon className={styles.noticeIcon} size={56} strokeWidth={1.25} aria-hidden />
      <h2 className={styles.noticeTitle}>{t(isFiltered ? 'search.nothing' : 'audit.empty')}</h2>
      {!isFiltered && <p className={styles.noticeText}>{t('audit.emptyHint')}</p>}
      {withName && <p className={styles.noticeText}>{t('audit.wholeName')}</p>}
      {isFiltered && <Button onClick={onClear}>{t('audit.clear')}</Button>}
    </div>
  );
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Skeleton rows, invisible for the first 200 ms. */
export function AuditSkeleton() {
  const { t } = useTranslation();
  useAnnounceLoading();
  return (
    <div className={styles.skeleton} role="status" aria-label={t('common.loading')}>
      {ROWS.map((row) => (
        <div key={row} className={styles.skeletonRow}>
          <Skeleton width="20px" />
          <Skeleton width="16%" />
          <Skeleton width="32%" />
          <span className={styles.skeletonEnd}>
            <Skeleton width="96px" />
          </span>
        </div>
      ))}
    </div>
  );
}
