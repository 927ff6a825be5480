import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { AuditFilter } from './audit-filter.ts';
import styles from './audit.module.css';
import { FilterFields } from './filter-fields.tsx';

/** Filters in a sheet, for narrow windows. Each change takes effect at once. */
export function FilterSheet({
  filter,
  onChange,
  onClear,
  onClose,
}: {
  filter: AuditFilter;
  onChange(changes: Partial<AuditFilter>): void;
  onClear(): void;
  onClose(): void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t('audit.filters')}
      size="sheet"
      onClose={onClose}
      onSubmit={onClose}
      buttons={
        <>
          <Button onClick={onClear}>{t('audit.clear')}</Button>
          <Button type="submit" variant="primary">
            {t('listing.done')}
          </Button>
        </>
      }
    >
      <div className={styles.sheet}>
        <FilterFields filter={filter} onChange={onChange} />
      </div>
    </Dialog>
  );
}
