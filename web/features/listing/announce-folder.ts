import type { Sorting } from '#contract/files.ts';
import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ListingEntries } from '../../state/listing-entries.ts';
import { isAscending } from '../../state/listing-order.ts';
import { announce } from '../../ui/live-region.tsx';
import { SORT_COLUMNS } from './column-header.tsx';

/** Announces the folder, its changed size, and the size of the selection. */
export function useFolderAnnouncements(
  label: string,
  entries: Pick<ListingEntries, 'folders' | 'files'>,
  selected: number,
) {
  const { t } = useTranslation();
  const folders = t('listing.folderCount', { count: entries.folders.length });
  const files = t('listing.fileCount', { count: entries.files.length });
  const content = t('listing.content', { folders, files });
  const chosen = selected === 0 ? '' : t('listing.selectedCount', { count: selected });

  useEffect(() => announce(label), [label]);
  useEffect(() => announce(content), [content]);
  useEffect(() => {
    if (chosen !== '') announce(chosen);
  }, [chosen]);
}

/** Announces the new sort order, because few screen readers announce it themselves. */
export function announceSorting(t: TFunction, sorting: Sorting): void {
  const column = SORT_COLUMNS.find(({ by }) => by === sorting.by);
  if (column === undefined) return;
  const words = isAscending(sorting) ? 'listing.sortedRising' : 'listing.sortedFalling';
  announce(t(words, { column: t(column.label) }));
}
