import type { TrashedItem } from '#contract/trash.ts';
import type { KeyboardEvent } from 'react';
import { isComposing, shortcutOf } from '../../../lib/keyboard.ts';
import { useTyping } from '../../../lib/use-typing.ts';
import { indexByTyping } from '../../../state/listing-entries.ts';
import {
  moveTo,
  openMenuOfActiveRow,
  type SelectableList,
} from '../../../state/selectable-list/selectable-list.ts';
import { rowAfterKey } from '../../../state/selectable-list/row-after-key.ts';
import type { ListView } from '../../../state/selectable-list/use-list-view.ts';
import type { TrashGridProps } from './grid-props.ts';

/** Handles keys in the grid. Actions apply to the selection, or else to the active item. */
export function useTrashKeys(
  { order, selection, actions }: Pick<TrashGridProps, 'order' | 'selection' | 'actions'>,
  list: SelectableList<TrashedItem>,
  page: ListView['page'],
): (event: KeyboardEvent) => void {
  const typing = useTyping();
  const meant = () => {
    const selected = order.chosen(selection.paths());
    const active = order.at(list.active);
    return selected.length === 0 && active ? [active] : selected;
  };

  function open(): void {
    const item = order.at(list.active);
    if (item) actions.open(item);
  }

  function jump(letter: string): void {
    const index = indexByTyping(order, typing.add(letter), list.active);
    if (index >= 0) moveTo(list, index, false);
  }

  /** Returns what a key does; undefined for keys without a meaning here. */
  function commandOf(event: KeyboardEvent): (() => void) | undefined {
    const pressed = shortcutOf(event.nativeEvent);
    const isHeld = event.ctrlKey || event.metaKey || event.altKey;
    const position = { active: list.active, count: order.count, page: page() };
    const to = isHeld ? undefined : rowAfterKey(event.key, position);
    if (to !== undefined) return () => moveTo(list, to, event.shiftKey);
    if (pressed === 'ContextMenu' || pressed === 'Shift+F10')
      return () => openMenuOfActiveRow(list);
    if (pressed === 'Ctrl+A') return () => selection.selectAll(order);
    if (pressed === 'Delete' || pressed === 'Shift+Delete') return () => actions.askDelete(meant());
    if (pressed === 'Enter') return open;
    if (pressed === ' ' || pressed === 'Ctrl+ ')
      return () => selection.toggle(order.pathAt(list.active) ?? '');
    return [...event.key].length === 1 && !isHeld ? () => jump(event.key) : undefined;
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
