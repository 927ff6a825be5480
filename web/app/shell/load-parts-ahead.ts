import type { QueryClient } from '@tanstack/react-query';
import { withMessages } from '../../i18n/messages.ts';
import { session } from '../../state/session.ts';
import { mayRunCommands } from '../../state/terminal-opening.ts';
import { loadMenu } from '../../ui/lazy-menu.tsx';
import { loadDialogs } from '../dialog-host.tsx';
import { loadAccountMenu } from './account-button.tsx';
import { loadSearch } from './lazy-search.tsx';
import { loadTerminal } from './lazy-terminal.tsx';
import { loadTree } from './tree/lazy-tree.tsx';

/**
 * Loads the parts of the page that a user may need next, so that they open at once and without a connection. Those that
 * watch the page stop when `end` aborts.
 */
export function loadPartsAhead(queries: QueryClient, end: AbortSignal): void {
  loadDialogs();
  // Without the stars, the listing shows none.
  import('../follow-starred.ts')
    .then(({ followStarred }) => {
      if (!end.aborted) end.addEventListener('abort', followStarred(queries));
    })
    .catch(() => {});
  import('../collapse-header.ts')
    .then(({ collapseHeader }) => {
      const shell = document.querySelector<HTMLElement>('[data-part="main"]')?.parentElement;
      if (shell && !end.aborted) end.addEventListener('abort', collapseHeader(shell));
    })
    .catch(() => {});
  // It is shown from the next visit on.
  import('../../ui/typeface.ts')
    .then(({ fetchTypeface }) => fetchTypeface(document.documentElement.lang))
    .catch(() => {});
  import('../later-screens.ts').catch(() => {});
  loadSearch().catch(() => {});
  // In a narrow window, the tree is in the drawer.
  loadTree().catch(() => {});
  // A part that cannot be loaded now is requested again when it is needed.
  import('../../features/upload-panel/tus-transport.ts').catch(() => {});
  import('../../features/upload-panel/request-upload.ts').catch(() => {});
  import('../../actions/menu/context-menu.tsx').catch(() => {});
  loadMenu().catch(() => {});
  loadAccountMenu().catch(() => {});
  import('../../features/preview/preview-screen.tsx').catch(() => {});
  import('../../features/listing/renaming/name-editor.tsx').catch(() => {});
  import('../../features/listing/lazy-selection-bar.tsx')
    .then(({ loadSelectionBar }) => loadSelectionBar())
    .catch(() => {});
  import('../../features/listing/lazy-tile-row.tsx')
    .then(({ loadTileRow }) => loadTileRow())
    .catch(() => {});
  import('../../features/listing/use-rubber-band.ts')
    .then(({ loadRubberBand }) => loadRubberBand())
    .catch(() => {});
  import('../../features/listing/folder-without-entries.tsx').catch(() => {});
  withMessages('files', import('../../features/operation-panel/operation-panel.tsx')).catch(
    () => {},
  );
  import('../../features/move-copy/start-transfer.ts').catch(() => {});
  import('../../features/trash/deleting/start-deletion.ts').catch(() => {});
  if (mayRunCommands(session.getState().user?.perm)) loadTerminal().catch(() => {});
}
