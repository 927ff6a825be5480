import type { RefObject } from 'react';
import type { MenuChange } from '../../lib/menu-opener.ts';
import type { SelectionOrder, SelectionStore } from '../selection.ts';

/** Items of a list in display order. */
export interface ItemOrder<Item> extends SelectionOrder {
  at(index: number): Item | undefined;
}

/**
 * A list whose rows are selected and opened by mouse, touch and keyboard: a listing, the results of a search, or the trash. A row has
 * its index in `data-index` or `data-hit`, and the active row is the only one in the tab order.
 */
export interface SelectableList<Item> {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly order: ItemOrder<Item>;
  readonly selection: SelectionStore;
  /** Index of the active row. */
  readonly active: number;
  setActive(index: number): void;
  /** Makes a row active and focuses it where it is. */
  focusRow(index: number): void;
  /** Makes a row active, focuses it and scrolls it into view. */
  goTo(index: number): void;
  onOpen(item: Item): void;
  /** Opens the menu of the selection beside a box, or opens or closes it. */
  onMenu(change: DOMRect | MenuChange): void;
}

/** Returns the index of the row at an element; -1 elsewhere. */
export function rowIndexAt(target: EventTarget | null): number {
  const row = closest(target, '[data-index], [data-hit]');
  return Number(row?.getAttribute('data-index') ?? row?.getAttribute('data-hit') ?? -1);
}

/** Returns the part of a row or header that an element is in, by its `data-part`. */
export function partAt(target: EventTarget | null, part: string): Element | undefined {
  return closest(target, `[data-part="${part}"]`);
}

function closest(target: EventTarget | null, selector: string): Element | undefined {
  return target instanceof Element ? (target.closest(selector) ?? undefined) : undefined;
}

/** Returns the element of the active row. */
export function activeRowIn(scroller: HTMLElement | null): HTMLElement | undefined {
  return (
    scroller?.querySelector<HTMLElement>(':is([data-index], [data-hit])[tabindex="0"]') ?? undefined
  );
}

/** Moves to a row by keyboard. With `isExtending`, selects from the start of the range to there. */
export function moveTo<Item>(
  { order, selection, active, goTo }: SelectableList<Item>,
  index: number,
  isExtending: boolean,
): void {
  const target = order.pathAt(index) ?? '';
  if (isExtending) {
    if (selection.paths().size === 0) selection.startRangeAt(order.pathAt(active) ?? '');
    selection.selectRange(order, target);
  } else selection.moveRangeStart(target);
  goTo(index);
}

/** Opens or closes the menu for a row: for the selection if it includes the row, and otherwise for the row alone. */
export function openMenuFor<Item>(
  { order, selection, setActive, onMenu }: SelectableList<Item>,
  index: number,
  change: DOMRect | MenuChange,
): void {
  const path = order.pathAt(index) ?? '';
  setActive(index);
  if (!selection.has(path)) selection.selectOnly(path);
  onMenu(change);
}

/** Opens the menu of the active row by keyboard, near its start. */
export function openMenuOfActiveRow<Item>(list: SelectableList<Item>): void {
  const row = activeRowIn(list.scroller.current);
  if (!row) return;
  const { left, top, width, height } = row.getBoundingClientRect();
  openMenuFor(list, list.active, new DOMRect(left + Math.min(48, width), top, 0, height));
}
