import { useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ListingEntries } from '../../state/listing-entries.ts';
import type { SelectionStore } from '../../state/selection.ts';
import styles from './column-header.module.css';
import { SelectionMark } from '../../ui/data-view/selection-mark.tsx';

/** Selects all entries, or none if all are selected. */
export function SelectAll({
  entries,
  selection,
}: {
  entries: ListingEntries;
  selection: SelectionStore;
}) {
  const { t } = useTranslation();
  const selected = useSyncExternalStore(selection.subscribe, () => selection.paths().size);
  const isAll = selected === entries.count;
  return (
    <button
      type="button"
      role="checkbox"
      className={styles.all}
      tabIndex={-1}
      aria-label={t('listing.selectAll')}
      aria-checked={isAll || (selected > 0 && 'mixed')}
      onClick={() => (isAll ? selection.clear() : selection.selectAll(entries))}
    >
      <SelectionMark />
    </button>
  );
}
