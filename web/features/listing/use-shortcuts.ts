import type { Entry } from '#contract/files.ts';
import { useEffect } from 'react';
import { type ActionContext, offered } from '../../actions/action.ts';
import { providePresentContext } from '../../actions/present-context.ts';
import { ACTIONS_WITH_KEYS } from '../../actions/selection-actions.ts';
import { isForSelectedText, useKeys } from '../../lib/keyboard.ts';
import type { ListingEntries } from '../../state/listing-entries.ts';

/**
 * Runs the action whose shortcut is pressed anywhere on the page. Without a selection, it applies to the entry that
 * has the focus.
 */
export function useShortcuts(context: ActionContext, entries: ListingEntries): void {
  useEffect(() => providePresentContext(() => context), [context]);
  useKeys('page', (event, pressed) => {
    if (isForSelectedText(event)) return false;
    const actions = ACTIONS_WITH_KEYS.filter(({ shortcut }) => shortcut === pressed);
    if (actions.length === 0) return false;
    const meant = contextAtFocus(context, entries);
    const [action] = offered(actions, meant);
    action?.run(meant);
    // Prevents the browser from saving the page, even if nothing can be downloaded.
    return action !== undefined || pressed === 'Ctrl+S';
  });
}

function contextAtFocus(context: ActionContext, entries: ListingEntries): ActionContext {
  const entry = context.selection.length === 0 ? focusedEntry(entries) : undefined;
  return entry ? { ...context, selection: [entry] } : context;
}

function focusedEntry(entries: ListingEntries): Entry | undefined {
  const row = document.activeElement?.closest('[data-index]');
  return row ? entries.at(Number(row.getAttribute('data-index'))) : undefined;
}
