import type { KeyboardEvent } from 'react';
import type { SelectionOrder, SelectionStore } from '../../../state/selection.ts';

const WAYS: Readonly<Record<string, 'next' | 'previous' | 'first' | 'last'>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
};

/** Keyboard navigation with one tab stop: arrows move, Shift extends the selection, Space toggles. */
export function useListKeys(
  selection: SelectionStore,
  order: SelectionOrder,
  pathOf: (index: number) => string | undefined,
) {
  const pathAt = (row: HTMLElement | undefined) =>
    row ? pathOf(Number(row.dataset['index'])) : undefined;

  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element))
      return;
    const here = event.target.closest<HTMLElement>('[data-index]');
    if (!here) return;
    if (event.key === ' ' && event.target.matches('[data-part="open"]')) {
      event.preventDefault();
      const path = pathAt(here);
      if (path !== undefined) selection.toggle(path);
      return;
    }
    const way = WAYS[event.key];
    if (!way) return;
    event.preventDefault();
    const target = placeToGo(event.currentTarget, here, way);
    const path = pathAt(target);
    target?.querySelector<HTMLElement>('[data-stop]')?.focus();
    if (!event.shiftKey || path === undefined) return;
    if (selection.paths().size === 0) selection.startRangeAt(pathAt(here) ?? path);
    selection.selectRange(order, path);
  };
}

/** Returns the next focusable row, including the button for more entries. */
function placeToGo(
  list: HTMLElement,
  here: HTMLElement,
  way: 'next' | 'previous' | 'first' | 'last',
): HTMLElement | undefined {
  const stops = [...list.querySelectorAll<HTMLElement>('[data-stop]')];
  const at = stops.findIndex((stop) => here.contains(stop));
  const last = stops.length - 1;
  const index = { first: 0, last, next: Math.min(at + 1, last), previous: Math.max(at - 1, 0) }[
    way
  ];
  return stops[index]?.closest<HTMLElement>('[data-index]') ?? undefined;
}
