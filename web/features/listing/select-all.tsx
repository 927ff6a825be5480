import { useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ListingEntries } from '../../state/listing-entries.ts';
import type { SelectionStore } from '../../state/selection.ts';
import { SelectAllCheckbox } from '../../ui/data-view/select-all-checkbox.tsx';

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
  return (
    <SelectAllCheckbox
      label={t('listing.selectAll')}
      selected={selected}
      count={entries.count}
      onSelectAll={() => selection.selectAll(entries)}
      onClear={selection.clear}
    />
  );
}
