import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './listing.module.css';

/** Widths of names as folders have them; the same ones each time, so that nothing flickers. */
const WIDTHS = ['38%', '24%', '46%', '31%', '19%', '42%', '28%', '35%', '22%', '40%'];

/** Grey rows, invisible for the first 200 ms: most folders are there before. */
export function ListingSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.skeleton} role="status" aria-label={t('common.loading')}>
      {WIDTHS.map((width) => (
        <div key={width} className={styles.skeletonRow}>
          <Skeleton width="24px" />
          <Skeleton width={width} />
          <span className={styles.skeletonEnd}>
            <Skeleton width="72px" />
            <Skeleton width="96px" />
          </span>
        </div>
      ))}
    </div>
  );
}
