import { X } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './multiple-banner.module.css';

/** Explains multi-select mode and the number of selected entries. The cross clears the selection, and without one ends the mode. */
export function MultipleBanner({
  count,
  onSelectAll,
  onClear,
  onDone,
}: {
  count: number;
  onSelectAll(): void;
  onClear(): void;
  onDone(): void;
}) {
  const { t } = useTranslation();
  return (
    <section className={styles.banner} aria-label={t('listing.multiple')}>
      <IconButton
        label={t(count === 0 ? 'listing.done' : 'listing.clearSelection')}
        icon={X}
        onClick={count === 0 ? onDone : onClear}
      />
      <span className={styles.title}>{t('listing.multiple')}</span>
      <span className={styles.count}>
        {count === 0 ? t('listing.multipleHint') : t('listing.selectedCount', { count })}
      </span>
      <Button variant="quiet" onClick={onSelectAll}>
        {t('listing.selectAll')}
      </Button>
    </section>
  );
}
