import { ScrollText, SearchX } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, NoticeText } from '../../ui/data-view/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAnnounceLoading } from '../../ui/use-announce-loading.ts';
import styles from './audit.module.css';

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
  return (
    <Notice
      icon={isFiltered ? SearchX : ScrollText}
      title={t(isFiltered ? 'search.nothing' : 'audit.empty')}
      role="status"
    >
      {!isFiltered && <NoticeText>{t('audit.emptyHint')}</NoticeText>}
      {withName && <NoticeText>{t('audit.wholeName')}</NoticeText>}
      {isFiltered && <Button onClick={onClear}>{t('audit.clear')}</Button>}
    </Notice>
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
          <Skeleton width="32px" />
          <Skeleton width="40%" />
          <span className={styles.skeletonEnd}>
            <Skeleton width="48px" />
          </span>
        </div>
      ))}
    </div>
  );
}
