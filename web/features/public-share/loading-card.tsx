import { useTranslation } from '../../i18n/use-translation.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import card from './card.module.css';
import { useSayLoading } from '../../ui/use-say-loading.ts';
import styles from './loading-card.module.css';

/** Placeholder of the item. It appears after a delay, because most responses are faster. */
export function LoadingCard() {
  const { t } = useTranslation();
  useSayLoading();
  return (
    <div className={`${card.card} ${styles.late}`} role="status" aria-label={t('common.loading')}>
      <span className={styles.picture} />
      <span className={styles.lines}>
        <Skeleton width="60%" />
        <Skeleton width="35%" />
      </span>
      <span className={styles.button} />
    </div>
  );
}
