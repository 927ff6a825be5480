import { useTranslation } from '../../i18n/use-translation.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAnnounceLoading } from '../../ui/use-announce-loading.ts';
import styles from './share-table.module.css';

/** Fixed widths of names, so that nothing flickers. */
const WIDTHS = ['30%', '22%', '38%', '26%', '34%', '18%'];

/** Skeleton of the shares, invisible for the first 200 ms. */
export function ShareSkeleton() {
  const { t } = useTranslation();
  useAnnounceLoading();
  return (
    <div className={styles.skeleton} role="status" aria-label={t('common.loading')}>
      <div className={styles.skeletonHead}>
        <Skeleton width="240px" />
      </div>
      {WIDTHS.map((width) => (
        <div key={width} className={styles.skeletonRow}>
          <Skeleton width="24px" />
          <Skeleton width={width} />
          <span className={styles.skeletonEnd}>
            <Skeleton width="72px" />
            <Skeleton width="120px" />
          </span>
        </div>
      ))}
    </div>
  );
}
