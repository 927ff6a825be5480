import type { KeyboardEvent, RefObject } from 'react';
import { isComposing, latinKey, shortcutOf } from '../../../lib/keyboard.ts';
import { useTyping } from '../../../lib/use-typing.ts';
import type { TrashGridProps } from './grid-props.ts';
import type { TrashView } from './use-trash-view.ts';
import type { TrashOrder } from './visible-items.ts';

type Keys = Pick<TrashGridProps, 'order' | 'selection' | 'verbs' | 'onMenu'>;

/** Handles keys in the grid. Actions apply to the selection, or else to the active item. */
export function useTrashKeys(
  { order, selection, verbs, onMenu }: Keys,
  view: TrashView,
  scroller: RefObject<HTMLElement | null>,
): (event: KeyboardEvent) => void {
  const typing = useTyping();
  const activeId = () => order.pathAt(view.active) ?? '';
  const meant = () => {
    const selected = order.chosen(selection.paths());
    const active = order.at(view.active);
    return selected.length === 0 && active ? [active] : selected;
  };

  function go(to: number, isExtending: boolean): void {
    const target = order.pathAt(to) ?? '';
    if (!isExtending) selection.moveRangeStart(target);
    else {
      if (selection.paths().size === 0) selection.startRangeAt(activeId());
      selection.selectRange(order, target);
    }
    view.goTo(to);
  }

  function openMenu(): void {
    const row = scroller.current?.querySelector('[data-index][tabindex="0"]');
    if (!row) return;
    if (!selection.has(activeId())) selection.selectOnly(activeId());
    const { left, top, width, height } = row.getBoundingClientRect();
    onMenu(new DOMRect(left + Math.min(48, width), top, 0, height));
  }

  function open(): void {
    const item = order.at(view.active);
    if (item) verbs.open(item);
  }

  function jump(letter: string): void {
    const index = indexByTyping(order, typing.add(letter), view.active);
    if (index >= 0) go(index, false);
  }

  /** Returns what a key does; undefined for keys without a meaning here. */
  function commandOf(event: KeyboardEvent): (() => void) | undefined {
    const pressed = shortcutOf(event.nativeEvent);
    const to = targetOf(event, { active: view.active, count: order.count, page: view.page() });
    if (to !== undefined) return () => go(to, event.shiftKey);
    if (pressed === 'ContextMenu' || pressed === 'Shift+F10') return openMenu;
    if (pressed === 'Ctrl+A') return () => selection.selectAll(order);
    if (pressed === 'Delete' || pressed === 'Shift+Delete') return () => verbs.askDelete(meant());
    if (pressed === 'Enter') return open;
    if (pressed === ' ' || pressed === 'Ctrl+ ') return () => selection.toggle(activeId());
    const isText = [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    return isText ? () => jump(event.key) : undefined;
  }

  return (event) => {
    // Buttons in the header and in the rows have their own keys.
    if (isComposing(event.nativeEvent) || !isOnRow(event.target)) return;
    const command = commandOf(event);
    if (!command) return;
    event.preventDefault();
    command();
  };
}

function isOnRow(target: EventTarget): boolean {
  return target instanceof Element && target.matches('[data-index]');
}

function targetOf(
  press: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  { active, count, page }: { active: number; count: number; page: number },
): number | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  };
  const to = steps[latinKey(press)];
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to));
}

/** Returns the index of the next item whose name starts with the text; -1 for none. */
function indexByTyping(order: TrashOrder, text: string, active: number): number {
  const wanted = text.toLowerCase();
  // A single letter moves on; a longer text stays while it matches.
  const start = active + (wanted.length === 1 ? 1 : 0);
  for (let step = 0; step < order.count; step += 1) {
    const index = (start + step) % order.count;
    if (order.at(index)?.name.toLowerCase().startsWith(wanted)) return index;
  }
  return -1;
}
