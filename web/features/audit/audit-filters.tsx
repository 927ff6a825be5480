import { RefreshCw, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { NARROW } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { type AuditFilter, countFilters } from './audit-filter.ts';
import styles from './audit.module.css';
import { FilterFields } from './filter-fields.tsx';
import { FilterSheet } from './filter-sheet.tsx';

/** Filters of the audit log, and the button that reloads it. In narrow windows, the filters are in a sheet. */
export function AuditFilters({
  filter,
  isBusy,
  onChange,
  onClear,
  onReload,
}: {
  filter: AuditFilter;
  isBusy: boolean;
  onChange(changes: Partial<AuditFilter>): void;
  onClear(): void;
  onReload(): void;
}) {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery(NARROW);
  return (
    <div className={styles.filters} role="search">
      {isNarrow ? (
        <FilterButton filter={filter} onChange={onChange} onClear={onClear} />
      ) : (
        <FilterFields filter={filter} onChange={onChange} />
      )}
      <IconButton label={t('shell.reload')} icon={RefreshCw} disabled={isBusy} onClick={onReload} />
    </div>
  );
}

/** Opens the sheet, and shows how many filters are set. */
function FilterButton({
  filter,
  onChange,
  onClear,
}: {
  filter: AuditFilter;
  onChange(changes: Partial<AuditFilter>): void;
  onClear(): void;
}) {
  const { t, locale } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const count = countFilters(filter);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <SlidersHorizontal size={16} aria-hidden />
        {t('audit.filters')}
        {count > 0 && <span className={styles.count}>{formatNumber(count, locale)}</span>}
      </Button>
      {isOpen && (
        <FilterSheet
          filter={filter}
          onChange={onChange}
          onClear={onClear}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
