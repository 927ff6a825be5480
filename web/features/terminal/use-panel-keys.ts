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
    if (isTaken(event, pressed, field.current)) event.preventDefault();
  };
}

/** Returns true when the panel has handled the key. */
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

/** Clears the line, else closes the panel, unless a command runs: Escape might be meant for that. */
function leave(): boolean {
  if (terminal.getState().text !== '') write('');
  else if (!isRunning()) closeTerminal();
  return true;
}

/** Stops the command as in every terminal, unless text is selected for copying. */
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
