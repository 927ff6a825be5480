import type { Entry } from '#contract/files.ts';
import { indexByTyping, type ListingEntries } from '../../state/listing-entries.ts';
import {
  moveTo,
  openMenuOfActiveRow,
  type SelectableList,
} from '../../state/selectable-list/selectable-list.ts';
import { commandOf, type GridCommand } from './grid-keys.ts';
import type { GridView } from './use-grid-view.ts';
import { type KeyPress, useKeys } from '../../lib/keyboard.ts';
import { useTyping } from '../../lib/use-typing.ts';

/** Returns the handler of the listing's keys. It returns true for a key that it has handled. */
export function useGridKeyboard(
  entries: ListingEntries,
  list: SelectableList<Entry>,
  view: GridView,
) {
  const { selection } = list;
  const { active, geometry, scroller } = view;
  const typing = useTyping();

  function runCommand(command: GridCommand) {
    switch (command.do) {
      case 'go':
        return moveTo(list, command.to, command.extend);
      case 'header':
        return scroller.current?.querySelector<HTMLElement>('[data-current]')?.focus();
      case 'toggle':
        return selection.toggle(active.path ?? '');
      case 'open':
        return openActive();
      case 'select-all':
        return selection.selectAll(entries);
      case 'clear':
        return stepBack();
      case 'menu':
        return openMenuOfActiveRow(list);
      case 'type':
        return jumpTo(typing.add(command.text));
    }
  }

  function openActive() {
    const entry = entries.at(active.index);
    if (entry) list.onOpen(entry);
  }

  /** Clears the selection first, and then leaves multi-select mode. */
  function stepBack() {
    if (selection.paths().size > 0) selection.clear();
    else if (selection.isMultiple()) selection.setMultiple(false);
  }

  function jumpTo(text: string) {
    const index = indexByTyping(entries, text, active.index);
    if (index >= 0) moveTo(list, index, false);
  }

  function isTypedOn(letter: string) {
    const text = typing.continuedBy(letter);
    return text !== undefined && indexByTyping(entries, text, active.index) >= 0;
  }

  const handle = (event: KeyPress): boolean => {
    const command = commandOf(event, {
      active: active.index,
      count: entries.count,
      rows: geometry.rows,
      page: pageOf(view),
      isMirrored: isMirrored(scroller.current),
      spaceIsTyped: event.key === ' ' && isTypedOn(' '),
    });
    if (command) runCommand(command);
    return command !== undefined;
  };
  useKeys('page', (event, pressed) => isForListing(event, pressed) && handle(event));
  return handle;
}

/** Returns true for keys of the listing: while nothing has the focus, or for selecting all or nothing. */
function isForListing({ target }: KeyboardEvent, pressed: string): boolean {
  return target === document.body || pressed === 'Escape' || pressed === 'Ctrl+A';
}

/** Number of lines per page, minus one that stays in view. */
function pageOf({ scroller, geometry, active }: GridView): number {
  const height = (scroller.current?.clientHeight ?? 0) - geometry.layout.header;
  const line = geometry.heightOf(geometry.rows.rowOf(active.index));
  return Math.max(1, Math.floor(height / line) - 1);
}

function isMirrored(element: Element | null): boolean {
  return element !== null && getComputedStyle(element).direction === 'rtl';
}
