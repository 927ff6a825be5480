import type { Sorting } from '#contract/files.ts';
import type { TFunction } from 'i18next';
import { isRising } from '../../state/listing-order.ts';
import { announce } from '../../ui/live-region.tsx';
import { SORT_COLUMNS } from './column-header.tsx';

/** The arrow beside the column is only seen, and few screen readers tell by themselves that it has turned. */
export function announceSorting(t: TFunction, sorting: Sorting): void {
  const column = SORT_COLUMNS.find(({ by }) => by === sorting.by);
  if (column === undefined) return;
  const words = isRising(sorting) ? 'listing.sortedRising' : 'listing.sortedFalling';
  announce(t(words, { column: t(column.label) }));
}
