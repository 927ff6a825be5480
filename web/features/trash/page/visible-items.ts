import { foldText } from '#contract/fold-text.ts';
import type { Order } from '#contract/pages.ts';
import type { TrashedItem } from '#contract/trash.ts';
import { collatorFor } from '../../../i18n/format.ts';
import type { ItemOrder } from '../../../state/selectable-list/selectable-list.ts';

/** Columns by which a completely loaded trash can be sorted. */
export type TrashColumn = 'name' | 'path' | 'deletedBy' | 'deletedAt' | 'expiresAt' | 'size';
export type TrashSorting = Order<TrashColumn>;

/** Newest first. */
export const FIRST_SORTING: TrashSorting = { by: 'deletedAt', isAscending: false };

/** Returns the items whose name or path contains the text, ignoring case and accents. */
export function matchingItems(items: readonly TrashedItem[], text: string): readonly TrashedItem[] {
  const wanted = foldText(text.trim());
  return wanted === '' ? items : items.filter(({ path }) => foldText(path).includes(wanted));
}

/** Sorts names by the rules of `locale`. Folders that are not measured are the smallest. */
export function sortedItems(
  items: readonly TrashedItem[],
  { by, isAscending }: TrashSorting,
  locale: string,
): TrashedItem[] {
  const direction = isAscending ? 1 : -1;
  const { compare: compareNames } = collatorFor(locale);
  const compare: Readonly<Record<TrashColumn, Comparison>> = {
    name: (a, b) => compareNames(a.name, b.name),
    path: (a, b) => compareNames(a.path, b.path),
    deletedBy: (a, b) => compareNames(a.deletedBy, b.deletedBy),
    deletedAt: (a, b) => a.deletedAt - b.deletedAt,
    expiresAt: (a, b) => a.expiresAt - b.expiresAt,
    size: (a, b) => (a.size ?? -1) - (b.size ?? -1),
  };
  return items.toSorted((a, b) => direction * compare[by](a, b) || b.id - a.id);
}

type Comparison = (a: TrashedItem, b: TrashedItem) => number;

/** Items in display order, by whose ids a selection is kept. */
export interface TrashOrder extends ItemOrder<TrashedItem> {
  /** Returns the items with these ids, in display order. */
  chosen(ids: ReadonlySet<string>): TrashedItem[];
}

export function trashOrder(items: readonly TrashedItem[]): TrashOrder {
  const indexes = new Map(items.map(({ id }, index) => [String(id), index]));
  return {
    count: items.length,
    at: (index) => items[index],
    pathAt: (index) => idOf(items[index]),
    indexOf: (id) => indexes.get(id) ?? -1,
    chosen: (ids) => items.filter(({ id }) => ids.has(String(id))),
  };
}

function idOf(item: TrashedItem | undefined): string | undefined {
  return item && String(item.id);
}
