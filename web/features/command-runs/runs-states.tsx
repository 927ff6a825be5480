import { CloudOff, SquareTerminal } from 'lucide-react';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAnnounceLoading } from '../../ui/use-announce-loading.ts';
import styles from './command-runs.module.css';

interface FailureProps {
  failure: Error;
  onRetry(): void;
}

/** Error that replaces the runs. */
export function RunsFailure(props: FailureProps) {
  return <LoadFailure className={styles.notice} {...props} />;
}

/** Warning above runs that could not be refreshed. */
export function StaleRuns({ failure, onRetry }: FailureProps) {
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

/** Shown if no command was run or none has failed, with a link onwards. */
export function NoRuns({ failedOnly, onShowAll }: { failedOnly: boolean; onShowAll(): void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.notice}>
      <SquareTerminal className={styles.noticeIcon} size={56} strokeWidth={1.25} aria-hidden />
      <h2 className={styles.noticeTitle}>
        {t(failedOnly ? 'commands.runs.emptyFailed' : 'commands.runs.empty')}
      </h2>
      <p className={styles.noticeText}>
        {t(failedOnly ? 'commands.runs.emptyFailedHint' : 'commands.runs.emptyHint')}
      </p>
      {failedOnly ? (
        <Button onClick={onShowAll}>{t('commands.runs.showAll')}</Button>
      ) : (
        <ButtonLink to="/settings/global">{t('commands.runs.setUp')}</ButtonLink>
      )}
    </div>
  );
}

const ROWS = ['a', 'b', 'c', 'd', 'e'];

/** Skeleton rows, invisible for the first 200 ms. */
export function RunsSkeleton() {
  const { t } = useTranslation();
  useAnnounceLoading();
  return (
    <div className={styles.skeleton} role="status" aria-label={t('common.loading')}>
      {ROWS.map((row) => (
        <div key={row} className={styles.skeletonRow}>
          <Skeleton width="60%" />
          <Skeleton width="35%" />
        </div>
      ))}
    </div>
  );
}
