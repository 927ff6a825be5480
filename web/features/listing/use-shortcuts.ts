import { useEffect, useRef } from 'react';
import { type ActionContext, offered } from '../../actions/action.ts';
import { BAR_ACTIONS } from './selection-actions.ts';

/** Runs the action whose shortcut is pressed anywhere on the page, dialogs apart. */
export function useShortcuts(context: ActionContext): void {
  const latest = useRef(context);
  useEffect(() => {
    latest.current = context;
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      const pressed = shortcutOf(event);
      const action = BAR_ACTIONS.find(({ shortcut }) => shortcut === pressed);
      if (!action) return;
      // Also when it is not offered now: the browser would save the page itself instead.
      event.preventDefault();
      offered([action], latest.current)[0]?.run(latest.current);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function shortcutOf({ key, ctrlKey, metaKey }: KeyboardEvent): string {
  const name = key.length === 1 ? key.toUpperCase() : key;
  return ctrlKey || metaKey ? `Ctrl+${name}` : name;
}
