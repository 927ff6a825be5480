import { ListChecks } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import styles from './multiple-banner.module.css';

/** Says that clicks and taps select now, how much is selected, and how to end it. */
export function MultipleBanner({
  count,
  onClear,
  onDone,
}: {
  count: number;
  onClear(): void;
  onDone(): void;
}) {
  const { t } = useTranslation();
  return (
    <section className={styles.banner} aria-label={t('listing.multiple')}>
      <ListChecks size={18} strokeWidth={1.75} aria-hidden />
      <span className={styles.title}>{t('listing.multiple')}</span>
      <span className={styles.count}>
        {count === 0 ? t('listing.multipleHint') : t('listing.selectedCount', { count })}
      </span>
      <Button variant="quiet" disabled={count === 0} onClick={onClear}>
        {t('listing.clear')}
      </Button>
      <Button variant="quiet" onClick={onDone}>
        {t('listing.done')}
      </Button>
    </section>
  );
}
