import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ListingEntries } from '../../state/listing-entries.ts';
import { isFirstFolder, takeAwaitedEntries } from '../../state/listing-position.ts';
import { activeRowIn } from '../../state/selectable-list/selectable-list.ts';
import type { SelectionStore } from '../../state/selection.ts';
import type { ActiveEntry } from './use-active-entry.ts';

/**
 * Moves the focus to the active row after it has been drawn: on request, when the user has come from another folder,
 * and when an awaited entry appears. Never takes the focus from a dialog, nor from what the user has focused since.
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
  const asked = useRef<FocusRequest>(undefined);
  const ask = (index: number) => {
    asked.current = { index, focused: document.activeElement };
  };

  useLayoutEffect(() => {
    // The focused row of the previous folder is gone. After a page load, nothing had the focus.
    if (!isFirstFolder() && focusIsNowhere()) ask(active.index);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each visit
  }, [visit]);

  useLayoutEffect(() => {
    const paths = takeAwaitedEntries((wanted) => entries.indexOf(wanted) >= 0);
    if (paths.length === 0) {
      // The focused row may have been removed.
      if (!isFirstFolder() && focusIsNowhere()) ask(active.index);
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
    ask(index);
    // Only a new set of entries can hold what was waited for.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [entries]);

  useLayoutEffect(() => {
    if (asked.current === undefined) return;
    const { index, focused } = asked.current;
    const row = activeRowIn(scroller.current);
    if (Number(row?.dataset.index) !== index) return;
    asked.current = undefined;
    const { activeElement } = document;
    // A dialog or menu that had the focus may have closed since, and may have given it back.
    const hasMoved = activeElement !== focused && !focusIsNowhere() && focused?.isConnected;
    if (!hasMoved && !activeElement?.closest('dialog')) row?.focus({ preventScroll: true });
  });

  return { ask };
}

/** Entry to focus once its row is rendered. */
interface FocusRequest {
  readonly index: number;
  /** Element with the focus at the time of the request. */
  readonly focused: Element | null;
}

/** Returns true if the focus was lost to the body or the whole content. */
export function focusIsNowhere(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement.matches('body, main');
}
