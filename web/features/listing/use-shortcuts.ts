import type { Entry } from '#contract/files.ts';
import { useEffect, useRef } from 'react';
import { type ActionContext, offered } from '../../actions/action.ts';
import { belongsElsewhere, shortcutOf } from '../../actions/shortcut-of.ts';
import { isMac } from '../../lib/platform.ts';
import type { ListingEntries } from '../../state/listing-entries.ts';
import { ACTIONS_WITH_KEYS } from '../../actions/selection-actions.ts';

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

function contextAtFocus(context: ActionContext, entries: ListingEntries): ActionContext {
  const entry = context.selection.length === 0 ? focusedEntry(entries) : undefined;
  return entry ? { ...context, selection: [entry] } : context;
}

function focusedEntry(entries: ListingEntries): Entry | undefined {
  const row = document.activeElement?.closest('[data-index]');
  return row ? entries.at(Number(row.getAttribute('data-index'))) : undefined;
}
