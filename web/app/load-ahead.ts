import { withWords } from '../i18n/words.ts';
import { session } from '../state/session.ts';
import { mayRunCommands } from '../state/terminal-opening.ts';
import { AHEAD_DELAY_MS } from './ahead-delay.ts';
import { loadDialogs } from './dialog-host.tsx';
import { loadSearch } from './shell/lazy-search.tsx';
import { loadTerminal } from './shell/lazy-terminal.tsx';

/** Loads what is needed later, while there is a connection, until the returned function is called. */
export function loadAhead(): () => void {
  const timer = window.setTimeout(() => {
    loadDialogs();
    loadSearch().catch(() => {});
    // A part that cannot be loaded now is requested again when it is needed.
    import('../features/upload-panel/tus-transport.ts').catch(() => {});
    import('../features/upload-panel/request-upload.ts').catch(() => {});
    import('../actions/menu/context-menu.tsx').catch(() => {});
    import('../features/preview/preview-screen.tsx').catch(() => {});
    withWords('files', import('../features/operation-panel/operation-panel.tsx')).catch(() => {});
    import('../features/move-copy/start-transfer.ts').catch(() => {});
    if (mayRunCommands(session.getState().user?.perm)) loadTerminal().catch(() => {});
  }, AHEAD_DELAY_MS);
  return () => window.clearTimeout(timer);
}
