import type { KeyboardEvent } from 'react';
import type { SelectionOrder, SelectionStore } from '../../../state/selection.ts';

type Direction = 'next' | 'previous' | 'below' | 'above' | 'first' | 'last';

/** Returns the direction in which a key moves; undefined for other keys. Left and right are mirrored in right-to-left languages. */
function directionOf(key: string, isRightToLeft: boolean): Direction | undefined {
  switch (key) {
    case 'ArrowDown':
      return 'below';
    case 'ArrowUp':
      return 'above';
    case 'ArrowLeft':
      return isRightToLeft ? 'next' : 'previous';
    case 'ArrowRight':
      return isRightToLeft ? 'previous' : 'next';
    case 'Home':
      return 'first';
    case 'End':
      return 'last';
    default:
      return undefined;
  }
}

/** Keyboard navigation of a list or grid with one tab stop: arrows move, Shift extends the selection, Space toggles. */
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
    const direction = directionOf(event.key, document.dir === 'rtl');
    if (!direction) return;
    event.preventDefault();
    const target = rowToGo(event.currentTarget, here, direction);
    const path = pathAt(target);
    target?.querySelector<HTMLElement>('[data-stop]')?.focus();
    if (!event.shiftKey || path === undefined) return;
    if (selection.paths().size === 0) selection.startRangeAt(pathAt(here) ?? path);
    selection.selectRange(order, path);
  };
}

/** Returns the next focusable row, including the button for more entries. */
function rowToGo(
  list: HTMLElement,
  here: HTMLElement,
  direction: Direction,
): HTMLElement | undefined {
  const stops = [...list.querySelectorAll<HTMLElement>('[data-stop]')];
  const at = stops.findIndex((stop) => here.contains(stop));
  const last = stops.length - 1;
  const columns = columnsOf(list);
  // Like the arrow to the side, an arrow beyond the last line leads to the last entry.
  const index = {
    first: 0,
    last,
    next: Math.min(at + 1, last),
    previous: Math.max(at - 1, 0),
    below: Math.min(at + columns, last),
    above: at < columns ? at : at - columns,
  }[direction];
  return stops[index]?.closest<HTMLElement>('[data-index]') ?? undefined;
}

/** Returns the number of entries in the first line. */
function columnsOf(list: HTMLElement): number {
  const rows = [...list.children];
  const top = rows[0]?.getBoundingClientRect().top;
  const next = rows.findIndex((row) => row.getBoundingClientRect().top !== top);
  return isGrid(list) ? Math.max(1, next < 0 ? rows.length : next) : 1;
}

function isGrid(list: HTMLElement): boolean {
  return list.parentElement?.dataset['view'] === 'pictures';
}
