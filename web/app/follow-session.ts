import type { QueryClient } from '@tanstack/react-query';
import type { DataRouter } from 'react-router';
import { onCommandFailed } from '../api/failed-command.ts';
import { onLoggedOut } from '../api/http.ts';
import { setToken } from '../api/session-token.ts';
import { dialogs } from '../state/dialogs.ts';
import { reloadPage, underWay } from '../lib/guard-leaving.ts';
import { session } from '../state/session.ts';

/** Keeps the place in step with the session, and dialogs with the place, until the returned function is called. */
export function followSession(router: DataRouter, queries: QueryClient): () => void {
  onLoggedOut(() => setToken(undefined));
  onCommandFailed(async () =>
    (await import('./report-failed-command.ts')).reportFailedCommand(router),
  );
  let lastUserId = session.getState().user?.id;
  const unfollowSession = session.subscribe((now, before) => {
    if (now.user?.id === before.user?.id) return;
    const isAnotherUser = lastUserId !== undefined && now.user && now.user.id !== lastUserId;
    lastUserId = now.user?.id ?? lastUserId;
    // A document shows pictures that it has loaded before without asking the server, so another user gets a new one.
    if (isAnotherUser && underWay().length === 0) {
      reloadPage();
      return;
    }
    // What one user was told is not for the next one, and the guards decide anew where this one may be.
    dialogs.getState().closeAll();
    // A page that is still shown would ask anew for what it shows, and nobody may without a token: the login forgets it.
    if (now.user) queries.clear();
    void router.revalidate();
  });
  let pathname = router.state.location.pathname;
  const unfollowPlace = router.subscribe(({ location }) => {
    if (location.pathname === pathname) return;
    pathname = location.pathname;
    dialogs.getState().closeForDeparture();
  });
  return () => {
    unfollowSession();
    unfollowPlace();
  };
}
