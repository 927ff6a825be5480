import { isTextField, useKeys } from '../../lib/keyboard.ts';
import { dialogs } from '../../state/dialogs.ts';
import { fullScreen } from '../../state/full-screen.ts';
import { openSearch } from '../../state/search-overlay.ts';

/** Handles global shortcuts: F1 opens the help, also above dialogs; Ctrl+K opens the search. */
export function useShortcuts(): void {
  useKeys('everywhere', (_, pressed) => {
    if (pressed !== 'F1') return false;
    const { stack, open } = dialogs.getState();
    if (stack.at(-1)?.dialog.kind !== 'help') open({ kind: 'help' });
    return true;
  });
  useKeys('app', ({ target }, pressed) => {
    // In the editor and in fields, Ctrl+F searches the text.
    const isSearch =
      pressed === 'Ctrl+K' ||
      (pressed === 'Ctrl+F' && !isTextField(target) && !fullScreen.getState().isOn);
    if (isSearch) openSearch();
    return isSearch;
  });
}
