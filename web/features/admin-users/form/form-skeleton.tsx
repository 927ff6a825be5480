import { useTranslation } from '../../../i18n/use-translation.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAnnounceLoading } from '../../../ui/use-announce-loading.ts';
import styles from './form-skeleton.module.css';

const FIELDS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Skeleton of the fields, invisible for the first 200 ms. */
export function FormSkeleton() {
  const { t } = useTranslation();
  useAnnounceLoading();
  return (
    <div className={styles.form} role="status" aria-label={t('common.loading')}>
      {FIELDS.map((field) => (
        <div key={field} className={styles.field}>
          <Skeleton width="120px" />
          <Skeleton width="100%" />
        </div>
      ))}
    </div>
  );
}
