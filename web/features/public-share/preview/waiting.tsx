import { useTranslation } from '../../../i18n/use-translation.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { useAnnounceLoading } from '../../../ui/use-announce-loading.ts';
import styles from './viewers.module.css';

/** Loading indicator that appears after a short delay. */
export function Waiting() {
  const { t } = useTranslation();
  useAnnounceLoading();
  return (
    <div className={styles.waiting} role="status" aria-label={t('common.loading')}>
      <Spinner size={32} />
    </div>
  );
}
