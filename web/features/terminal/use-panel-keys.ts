import type { KeyboardEvent, RefObject } from 'react';
import { isComposing, shortcutOf, useKeys } from '../../lib/keyboard.ts';
import { closeTerminal } from '../../state/terminal-opening.ts';
import {
  clearOutput,
  isRunning,
  stopCommand,
  terminal,
  write,
} from '../../state/terminal/terminal.ts';

/** Keys that belong to the whole page. */
const OF_THE_PAGE: ReadonlySet<string> = new Set(['F1', 'Ctrl+K']);

/** Handles the keys of the panel, and keeps all others from the listing, which would delete its selection. */
export function usePanelKeys(
  panel: RefObject<HTMLElement | null>,
  field: RefObject<HTMLInputElement | null>,
): (event: KeyboardEvent) => void {
  useOpeningKey(panel, field);
  return (event) => {
    // On a Mac, Command copies and finds as elsewhere, and Ctrl is the one of terminals.
    const pressed = shortcutOf(event, false);
    if (OF_THE_PAGE.has(pressed)) return;
    event.stopPropagation();
    if (event.defaultPrevented || isComposing(event.nativeEvent)) return;
    if (handleKey(event, pressed, field.current)) event.preventDefault();
  };
}

/** Handles a key of the panel. Returns true if the panel uses it. */
function handleKey(event: KeyboardEvent, pressed: string, field: HTMLInputElement | null): boolean {
  const isInField = event.target === field;
  if (pressed === 'Escape') return clearOrClose();
  if (pressed === 'Ctrl+L') {
    clearOutput();
    return true;
  }
  if (pressed === 'Ctrl+C' && event.ctrlKey) return stopOrClear(field);
  if (pressed === 'Ctrl+A' && !isInField) {
    window
      .getSelection()
      ?.selectAllChildren(event.currentTarget.querySelector('[role=log]') ?? event.currentTarget);
    return true;
  }
  return false;
}

/** Clears the line, or else closes the panel. Does not close it while a command runs: Escape may be meant for the command. */
function clearOrClose(): boolean {
  if (terminal.getState().text !== '') write('');
  else if (!isRunning()) closeTerminal();
  return true;
}

/**
 * Stops the command, or else clears the line, as Ctrl+C does in every terminal. Does nothing while text is selected,
 * which Ctrl+C copies.
 */
function stopOrClear(field: HTMLInputElement | null): boolean {
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

/** Makes F4 move the focus into the panel, or close the panel that has the focus. */
function useOpeningKey(
  panel: RefObject<HTMLElement | null>,
  field: RefObject<HTMLInputElement | null>,
): void {
  useKeys('terminal', (_, pressed) => {
    if (pressed !== 'F4') return false;
    if (panel.current?.contains(document.activeElement) === true) closeTerminal();
    else field.current?.focus();
    return true;
  });
}
