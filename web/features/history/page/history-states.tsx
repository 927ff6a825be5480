import { CloudOff, History } from 'lucide-react';
import { failureText } from '../../../i18n/failure-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAnnounceLoading } from '../../../ui/use-announce-loading.ts';
import { useFocusInContent } from '../../../ui/use-focus-in-content.ts';
import styles from './history-states.module.css';

/** Shown before the user has done anything. */
export function EmptyHistory() {
  const { t } = useTranslation();
  useFocusInContent();
  return (
    <div className={styles.notice}>
      <History className={styles.noticeIcon} size={56} strokeWidth={1.25} aria-hidden />
      <h2 className={styles.noticeTitle}>{t('places.recentEmpty')}</h2>
      <p className={styles.noticeText}>{t('history.emptyHint')}</p>
    </div>
  );
}

/** Warning above a list that could not be refreshed. */
export function StaleHistory({ failure, onRetry }: { failure: Error; onRetry(): void }) {
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

/** Fixed widths of sentences, so that nothing flickers. */
const WIDTHS = ['38%', '26%', '44%', '30%', '36%', '22%', '34%'];

/** Skeleton of the list, invisible for the first 200 ms. */
export function HistorySkeleton() {
  const { t } = useTranslation();
  useAnnounceLoading();
  return (
    <div className={styles.skeleton} role="status" aria-label={t('common.loading')}>
      {WIDTHS.map((width) => (
        <div key={width} className={styles.skeletonRow}>
          <Skeleton width="36px" />
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  );
}
