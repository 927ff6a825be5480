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

/** Loads each part. One that cannot be loaded now is requested again when it is needed. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('../later-screens.ts'),
  loadSearch,
  // In a narrow window, the tree is in the drawer.
  loadTree,
  () => import('../../features/upload-panel/tus-transport.ts'),
  () => import('../../features/upload-panel/request-upload.ts'),
  () => import('../../actions/menu/context-menu.tsx'),
  loadMenu,
  loadAccountMenu,
  () => import('../../features/preview/preview-screen.tsx'),
  () => import('../../features/listing/renaming/name-editor.tsx'),
  async () => (await import('../../features/listing/lazy-selection-bar.tsx')).loadSelectionBar(),
  async () => (await import('../../features/listing/lazy-tile-row.tsx')).loadTileRow(),
  async () => (await import('../../features/listing/use-rubber-band.ts')).loadRubberBand(),
  () => import('../../features/listing/folder-without-entries.tsx'),
  () => withMessages('files', import('../../features/operation-panel/operation-panel.tsx')),
  () => import('../../features/move-copy/start-transfer.ts'),
  () => import('../../features/trash/deleting/start-deletion.ts'),
];

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
  // The typeface is shown from the next visit on.
  import('../../ui/typeface.ts')
    .then(({ fetchTypeface }) => fetchTypeface(document.documentElement.lang))
    .catch(() => {});
  for (const load of PARTS) load().catch(() => {});
  if (mayRunCommands(session.getState().user?.perm)) loadTerminal().catch(() => {});
}
