import type { Entry } from '#contract/files.ts';
import { useEffect, useRef } from 'react';
import { type ActionContext, offered } from '../../actions/action.ts';
import { isMac } from '../../lib/platform.ts';
import type { ListingEntries } from '../../state/listing-entries.ts';
import { ACTIONS_WITH_KEYS } from './selection-actions.ts';

/**
 * Runs the action whose shortcut is pressed anywhere on the page, dialogs and fields apart. While nothing
 * is selected, the entry that the keyboard stands on is meant.
 */
export function useShortcuts(context: ActionContext, entries: ListingEntries): void {
  const latest = useRef({ context, entries });
  useEffect(() => {
    latest.current = { context, entries };
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || belongsElsewhere(event)) return;
      const pressed = shortcutOf(event, isMac());
      const actions = ACTIONS_WITH_KEYS.filter(({ shortcut }) => shortcut === pressed);
      if (actions.length === 0) return;
      const meant = contextAtFocus(latest.current.context, latest.current.entries);
      const [action] = offered(actions, meant);
      // Saving the page itself is never what is meant here, even when there is nothing to download.
      if (action || pressed === 'Ctrl+S') event.preventDefault();
      action?.run(meant);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const TEXT_SHORTCUTS = /^[acvxz]$/i;

/** A dialog is open, a field is being filled in, or text is selected that is to be copied. */
function belongsElsewhere({ target, key }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]')) return true;
  if (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable="true"]')
  )
    return true;
  const isTextSelected = window.getSelection()?.isCollapsed === false;
  return isTextSelected && TEXT_SHORTCUTS.test(key);
}

function contextAtFocus(context: ActionContext, entries: ListingEntries): ActionContext {
  const entry = context.selection.length === 0 ? focusedEntry(entries) : undefined;
  return entry ? { ...context, selection: [entry] } : context;
}

function focusedEntry(entries: ListingEntries): Entry | undefined {
  const row = document.activeElement?.closest('[data-index]');
  return row ? entries.at(Number(row.getAttribute('data-index'))) : undefined;
}

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** A key press written as actions have their shortcuts. */
export function shortcutOf(
  { key, ctrlKey, metaKey, altKey, shiftKey }: Press,
  onMac: boolean,
): string {
  // A Mac's keyboard has no Delete of its own on most desks: there, this is how a file is thrown away.
  if (onMac && metaKey && key === 'Backspace') return 'Delete';
  const name = key.length === 1 ? key.toUpperCase() : key;
  return [
    ...(ctrlKey || metaKey ? ['Ctrl'] : []),
    ...(altKey ? ['Alt'] : []),
    ...(shiftKey ? ['Shift'] : []),
    name,
  ].join('+');
}
