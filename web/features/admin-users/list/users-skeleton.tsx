import { useTranslation } from '../../../i18n/use-translation.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAnnounceLoading } from '../../../ui/use-announce-loading.ts';
import styles from './user-list.module.css';

/** Fixed widths of names, so that nothing flickers. */
const WIDTHS = ['18%', '12%', '24%', '15%', '20%', '10%'];

/** Skeleton of the users, invisible for the first 200 ms. */
export function UsersSkeleton() {
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
            <Skeleton width="120px" />
          </span>
        </div>
      ))}
    </div>
  );
}
