import { useEffect } from 'react';
import { belongsElsewhere, shortcutOf } from '../../actions/shortcut-of.ts';
import { isMac } from '../../lib/platform.ts';
import { fullScreen } from '../../state/full-screen.ts';
import { dialogs } from '../../state/dialogs.ts';
import { openSearch } from '../../state/search-overlay.ts';

/** The keys that work wherever a signed-in user is. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'F1') {
        event.preventDefault();
        const { stack, open } = dialogs.getState();
        if (stack.at(-1)?.dialog.kind !== 'help') open({ kind: 'help' });
      } else if (!event.defaultPrevented && asksForSearch(event)) {
        event.preventDefault();
        openSearch();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** Ctrl+F means what is shown: in a text it finds words, which is the affair of the editor and of the browser. */
function asksForSearch(event: KeyboardEvent): boolean {
  const pressed = shortcutOf(event, isMac());
  if (pressed === 'Ctrl+F') return !belongsElsewhere(event) && !fullScreen.getState().isOn;
  return pressed === 'Ctrl+K' && !document.querySelector('dialog[open]');
}
