import { useTranslation } from '../../../i18n/use-translation.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { useSayLoading } from '../../../ui/use-say-loading.ts';
import styles from './viewers.module.css';

/** Something is on its way; shows itself only when that takes longer than a blink. */
export function Waiting() {
  const { t } = useTranslation();
  useSayLoading();
  return (
    <div className={styles.waiting} role="status" aria-label={t('common.loading')}>
      <Spinner size={32} />
    </div>
  );
}
