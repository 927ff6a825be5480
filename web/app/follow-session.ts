import type { QueryClient } from '@tanstack/react-query';
import type { DataRouter } from 'react-router';
import { onCommandFailed } from '../api/failed-command.ts';
import { onLoggedOut } from '../api/http.ts';
import { setToken } from '../api/session-token.ts';
import { dialogs } from '../state/dialogs.ts';
import { reloadPage, underWay } from '../lib/guard-leaving.ts';
import { isTokenStored, session } from '../state/session.ts';
import { toasts } from '../state/toasts.ts';

/**
 * Updates the route when the session changes, and closes dialogs when the route changes. Returns a function that
 * stops it.
 */
export function followSession(router: DataRouter, queries: QueryClient): () => void {
  const stopLogout = onLoggedOut(() => setToken(undefined));
  const stopReports = onCommandFailed(async () =>
    (await import('./show-failed-command.ts')).showFailedCommand(router),
  );
  let lastUserId = session.getState().user?.id;
  const unfollowSession = session.subscribe((now, before) => {
    if (now.user?.id === before.user?.id) return;
    const isAnotherUser = lastUserId !== undefined && now.user && now.user.id !== lastUserId;
    lastUserId = now.user?.id ?? lastUserId;
    // A document reuses loaded images without asking the server, so another user needs a new document.
    // `keepToOwner` ends uploads of the previous user anyway, so they do not prevent it. Without a stored token, the user would
    // have to log in again.
    const mayReload = isTokenStored() && underWay().every((work) => work === 'uploads');
    if (isAnotherUser && mayReload) {
      reloadPage();
      return;
    }
    // Data of one user must not reach the next. The guards check the address again.
    dialogs.getState().closeAll();
    toasts.getState().dismissActions();
    // Clearing queries without a token would make displayed pages reload and fail. The login clears them.
    if (now.user) queries.clear();
    void router.revalidate();
  });
  let pathname = router.state.location.pathname;
  const unfollowLocation = router.subscribe(({ location }) => {
    if (location.pathname === pathname) return;
    pathname = location.pathname;
    dialogs.getState().closeForDeparture();
  });
  return () => {
    stopLogout();
    stopReports();
    unfollowSession();
    unfollowLocation();
  };
}
