import type { TrashedItem } from '#contract/trash.ts';
import { X } from 'lucide-react';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { formatNumber } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { CARDS, NARROW } from '../../../lib/breakpoints.ts';
import { useKeys } from '../../../lib/keyboard.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { createSelection } from '../../../state/selection.ts';
import type { PagedList } from '../../../state/use-paged-list.ts';
import bar from '../../../ui/data-view/selection-bar.module.css';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/lazy-menu.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { ShowMore } from '../../../ui/data-view/show-more.tsx';
import { SlotContent } from '../../../ui/slots.tsx';
import { TrashGrid } from './trash-grid.tsx';
import styles from './trash-page.module.css';
import { NoMatch } from './trash-states.tsx';
import { type TrashActions, useTrashActions, actionsFor } from './use-trash-actions.ts';
import { trashOrder, type TrashSorting } from './visible-items.ts';

/** Items that can be selected, restored and deleted. */
export function TrashList({
  list,
  sorting,
  withUsers,
  wanted,
  onSort,
  onClear,
}: {
  list: PagedList<TrashedItem>;
  sorting: TrashSorting;
  /** Shows the user who has deleted each item. */
  withUsers: boolean;
  wanted: string;
  onSort(sorting: TrashSorting): void;
  /** Clears the search. */
  onClear(): void;
}) {
  const { items, isOld } = list;
  const order = useMemo(() => trashOrder(items ?? []), [items]);
  const [selection] = useState(createSelection);
  const ids = useSyncExternalStore(selection.subscribe, selection.paths);
  const selected = useMemo(() => order.chosen(ids), [order, ids]);
  const actions = useTrashActions();
  const [menuAnchor, setMenuAnchor] = useState<DOMRect>();
  useEffect(() => selection.retain(order), [selection, order]);
  const count = useSelectedCount(selected.length, list);
  useKeys('page', (_, pressed) => {
    if (pressed !== 'Escape' || selection.paths().size === 0) return false;
    selection.clear();
    return true;
  });

  if (order.count === 0 && !isOld && wanted.trim() !== '') return <NoMatch onClear={onClear} />;
  return (
    <div className={styles.list}>
      <TrashGrid
        list={list}
        order={order}
        selection={selection}
        sorting={sorting}
        withUsers={withUsers}
        actions={actions}
        onSort={onSort}
        onMenu={setMenuAnchor}
      />
      <ShowMore list={list} />
      {selected.length > 0 && (
        <SelectionBar items={selected} count={count} actions={actions} onClear={selection.clear} />
      )}
      {menuAnchor && (
        <TrashMenu
          {...{ selected, actions }}
          anchor={menuAnchor}
          onClose={() => setMenuAnchor(undefined)}
        />
      )}
    </div>
  );
}

/**
 * Returns the text with the number of selected items, and of all if the list is not loaded completely, because only
 * loaded items can be selected. Announces it.
 */
function useSelectedCount(count: number, { hasMore, found }: PagedList<TrashedItem>): string {
  const { t, locale } = useTranslation();
  const text =
    hasMore && found !== undefined
      ? t('trash.selectedOf', {
          number: formatNumber(count, locale),
          total: formatNumber(found, locale),
        })
      : t('listing.selectedCount', { count });
  useEffect(() => {
    if (count > 0) announce(text);
  }, [count, text]);
  return text;
}

function TrashMenu({
  selected,
  actions,
  anchor,
  onClose,
}: {
  selected: readonly TrashedItem[];
  actions: TrashActions;
  anchor: DOMRect;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const items = actionsFor(actions, selected).map(({ label, isDangerous = false, ...action }) => ({
    ...action,
    label: t(label),
    danger: isDangerous,
  }));
  return <Menu label={t('listing.actions')} items={items} anchor={anchor} onClose={onClose} />;
}

/** Number of selected items and what can be done with them: beside the title, or at the bottom of narrow windows. */
function SelectionBar({
  items,
  count,
  actions,
  onClear,
}: {
  items: readonly TrashedItem[];
  /** Text with the number of selected items. */
  count: string;
  actions: TrashActions;
  onClear(): void;
}) {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery(NARROW);
  // Words do not fit, in some languages not even two.
  const isCrowded = useMediaQuery(CARDS);
  const content = (
    <section aria-label={t('listing.selection')} className={styles.selectionFrame}>
      <div className={bar.bar} role="toolbar" aria-label={t('listing.actions')}>
        <IconButton label={t('listing.clearSelection')} shortcut="Esc" icon={X} onClick={onClear} />
        <span className={bar.count}>{count}</span>
        {actionsFor(actions, items)
          .filter(({ id }) => id !== 'open' && id !== 'download')
          .map(({ id, label, icon, shortcut, isDangerous = false, run }) => (
            <IconButton
              key={id}
              label={t(label)}
              icon={icon}
              shortcut={shortcut}
              hasLabel={!isCrowded}
              data-danger={isDangerous || undefined}
              onClick={run}
            />
          ))}
      </div>
    </section>
  );
  return <SlotContent name={isNarrow ? 'bottom-bar' : 'selection-bar'}>{content}</SlotContent>;
}
