import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ListingEntries } from '../../state/listing-entries.ts';
import { takeAwaitedEntry } from '../../state/listing-place.ts';
import type { SelectionStore } from '../../state/selection.ts';
import type { ActiveEntry } from './use-active-entry.ts';

/**
 * Moves the browser's focus to the active row after it has been drawn: when asked, when the user
 * has come from another folder, and when an entry appears that was waited for.
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
}): { ask(): void } {
  const asked = useRef(false);

  useLayoutEffect(() => {
    // The focus went with the row that was opened. On the first page load nothing had it.
    if (visit !== 'default' && focusIsNowhere()) asked.current = true;
  }, [visit]);

  useLayoutEffect(() => {
    const path = takeAwaitedEntry((wanted) => entries.indexOf(wanted) >= 0);
    if (path === undefined) return;
    const index = entries.indexOf(path);
    selection.selectOnly(path);
    active.set(index);
    show(index);
    asked.current = true;
    // Only a new set of entries can hold what was waited for.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [entries]);

  useLayoutEffect(() => {
    if (!asked.current) return;
    const row = scroller.current?.querySelector<HTMLElement>('[data-index][tabindex="0"]');
    if (!row || Number(row.dataset.index) !== active.index) return;
    asked.current = false;
    row.focus({ preventScroll: true });
  });

  return {
    ask: () => {
      asked.current = true;
    },
  };
}

function focusIsNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
