import { useTranslation } from '../../../i18n/use-translation.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import styles from './sidebar-tree.module.css';

/** Fixed widths of names, so that nothing flickers. */
const WIDTHS = ['44%', '58%', '36%', '50%'];

/** Heading of the tree, and placeholders of its folders. */
export function TreeSkeleton() {
  const { t } = useTranslation();
  return (
    <>
      <h2 className={styles.heading}>{t('listing.folders')}</h2>
      <div className={styles.skeleton} aria-hidden>
        {WIDTHS.map((width) => (
          <div key={width} className={styles.skeletonRow}>
            <Skeleton width="18px" />
            <Skeleton width={width} />
          </div>
        ))}
      </div>
    </>
  );
}
