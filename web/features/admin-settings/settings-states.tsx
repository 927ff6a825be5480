import { useTranslation } from '../../i18n/use-translation.ts';
import { FormColumn } from '../../ui/form/form-column.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAnnounceLoading } from '../../ui/use-announce-loading.ts';
import styles from './admin-settings.module.css';

const FIELDS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Skeleton of the fields, invisible for the first 200 ms. */
export function SettingsSkeleton() {
  const { t } = useTranslation();
  useAnnounceLoading();
  return (
    <FormColumn>
      <div className={styles.skeleton} role="status" aria-label={t('common.loading')}>
        {FIELDS.map((field) => (
          <div key={field} className={styles.skeletonField}>
            <Skeleton width="120px" />
            <Skeleton width="100%" />
          </div>
        ))}
      </div>
    </FormColumn>
  );
}
