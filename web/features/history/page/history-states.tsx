import { History } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Notice, NoticeText } from '../../../ui/data-view/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAnnounceLoading } from '../../../ui/use-announce-loading.ts';
import { useFocusInContent } from '../../../ui/use-focus-in-content.ts';
import styles from './history-states.module.css';

/** Shown before the user has done anything. */
export function EmptyHistory() {
  const { t } = useTranslation();
  useFocusInContent();
  return (
    <Notice icon={History} title={t('places.recentEmpty')}>
      <NoticeText>{t('history.emptyHint')}</NoticeText>
    </Notice>
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
