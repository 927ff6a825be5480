import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ListingEntries } from '../../state/listing-entries.ts';
import { isFirstFolder, takeAwaitedEntries } from '../../state/listing-position.ts';
import { activeRowIn } from '../../state/selectable-list/selectable-list.ts';
import type { SelectionStore } from '../../state/selection.ts';
import type { ActiveEntry } from './use-active-entry.ts';

/**
 * Moves the focus to the active row after it has been drawn: on request, when the user has come from another folder,
 * and when an awaited entry appears. Never takes the focus from a dialog.
 */
export function useRowFocus({
  scroller,
  visit,
  entries,
  active,
  selection,
  show,
}: {
  scroller: RefObject<HTMLDivElement | null>;
  visit: string;
  entries: ListingEntries;
  active: ActiveEntry;
  selection: SelectionStore;
  show(index: number): void;
}): { ask(index: number): void } {
  /** Index of the entry to focus once its row is rendered. */
  const asked = useRef<number>(undefined);

  useLayoutEffect(() => {
    // The focused row of the previous folder is gone. After a page load, nothing had the focus.
    if (!isFirstFolder() && focusIsNowhere()) asked.current = active.index;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each visit
  }, [visit]);

  useLayoutEffect(() => {
    const paths = takeAwaitedEntries((wanted) => entries.indexOf(wanted) >= 0);
    if (paths.length === 0) {
      // The focused row may have been removed.
      if (!isFirstFolder() && focusIsNowhere()) asked.current = active.index;
      return;
    }
    const index = paths.reduce(
      (first, path) => Math.min(first, entries.indexOf(path)),
      entries.count,
    );
    // On touch devices, taps would add to the selection, while new entries are usually opened next.
    if (!window.matchMedia('(pointer: coarse)').matches) selection.selectAllOf(paths);
    active.set(index);
    show(index);
    asked.current = index;
    // Only a new set of entries can hold what was waited for.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [entries]);

  useLayoutEffect(() => {
    if (asked.current === undefined) return;
    const row = activeRowIn(scroller.current);
    if (Number(row?.dataset.index) !== asked.current) return;
    asked.current = undefined;
    if (!document.activeElement?.closest('dialog')) row?.focus({ preventScroll: true });
  });

  return {
    ask: (index) => {
      asked.current = index;
    },
  };
}

/** Returns true if the focus was lost to the body or the whole content. */
export function focusIsNowhere(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement.matches('body, main');
}
