import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ListingEntries } from '../../state/listing-entries.ts';
import { isFirstFolder, takeAwaitedEntries } from '../../state/listing-place.ts';
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
  /** The entry that is to have the focus once its row is drawn. */
  const asked = useRef<number>(undefined);

  useLayoutEffect(() => {
    // The focus went with the row that was opened. When the page has just been loaded, nothing had it.
    if (!isFirstFolder() && focusIsNowhere()) asked.current = active.index;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each visit
  }, [visit]);

  useLayoutEffect(() => {
    const paths = takeAwaitedEntries((wanted) => entries.indexOf(wanted) >= 0);
    if (paths.length === 0) {
      // The row that had it may just have gone.
      if (!isFirstFolder() && focusIsNowhere()) asked.current = active.index;
      return;
    }
    const index = paths.reduce(
      (first, path) => Math.min(first, entries.indexOf(path)),
      entries.count,
    );
    // While something is selected a finger's tap selects more, and what was just made wants to be opened.
    if (!window.matchMedia('(pointer: coarse)').matches) selection.selectAllOf(paths);
    active.set(index);
    show(index);
    asked.current = index;
    // Only a new set of entries can hold what was waited for.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [entries]);

  useLayoutEffect(() => {
    if (asked.current === undefined) return;
    const row = scroller.current?.querySelector<HTMLElement>('[data-index][tabindex="0"]');
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

/** The frame keeps the focus on the whole content when what had it has gone. */
export function focusIsNowhere(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement.matches('body, main');
}
