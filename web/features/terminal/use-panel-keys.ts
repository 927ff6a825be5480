import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import { shortcutOf } from '../../actions/shortcut-of.ts';
import { closeTerminal } from '../../state/terminal-opening.ts';
import {
  clearOutput,
  isRunning,
  stopCommand,
  terminal,
  write,
} from '../../state/terminal/terminal.ts';

/** These mean the page wherever one is. */
const OF_THE_PAGE: ReadonlySet<string> = new Set(['F1', 'Ctrl+K']);

/** The keys of the panel. All others that are pressed in it are kept from the listing, which would delete what is selected there. */
export function usePanelKeys(
  panel: RefObject<HTMLElement | null>,
  field: RefObject<HTMLInputElement | null>,
): (event: KeyboardEvent) => void {
  useOpeningKey(panel, field);
  return (event) => {
    // A Mac's command key copies and finds as elsewhere, and its Ctrl is the one of terminals.
    const pressed = shortcutOf(event, false);
    if (OF_THE_PAGE.has(pressed)) return;
    event.stopPropagation();
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (isTaken(event, pressed, field.current)) event.preventDefault();
  };
}

/** Whether the key has had its effect here. */
function isTaken(event: KeyboardEvent, pressed: string, field: HTMLInputElement | null): boolean {
  const isInField = event.target === field;
  if (pressed === 'Escape') return leave();
  if (pressed === 'Ctrl+L') {
    clearOutput();
    return true;
  }
  if (pressed === 'Ctrl+C' && event.ctrlKey) return giveUp(field);
  if (pressed === 'Ctrl+A' && !isInField) {
    window
      .getSelection()
      ?.selectAllChildren(event.currentTarget.querySelector('[role=log]') ?? event.currentTarget);
    return true;
  }
  return false;
}

/** What is written goes first, then the panel; what runs holds it open, for Escape might have been meant for that. */
function leave(): boolean {
  if (terminal.getState().text !== '') write('');
  else if (!isRunning()) closeTerminal();
  return true;
}

/** As in every terminal, unless something is selected that is to be copied. */
function giveUp(field: HTMLInputElement | null): boolean {
  const isTextSelected =
    window.getSelection()?.isCollapsed === false ||
    (field !== null &&
      field === document.activeElement &&
      field.selectionStart !== field.selectionEnd);
  if (isTextSelected) return false;
  if (isRunning()) stopCommand();
  else write('');
  return true;
}

/** The key that has opened it leads into it from elsewhere, and closes it from within. */
function useOpeningKey(
  panel: RefObject<HTMLElement | null>,
  field: RefObject<HTMLInputElement | null>,
): void {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (shortcutOf(event, false) !== 'F4' || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      event.stopPropagation();
      if (panel.current?.contains(document.activeElement) === true) closeTerminal();
      else field.current?.focus();
    };
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [panel, field]);
}
