import type { QueryClient } from '@tanstack/react-query';
import type { DataRouter } from 'react-router';
import { onSignedOut } from '../api/http.ts';
import { setToken } from '../api/session-token.ts';
import { prompts } from '../state/prompts.ts';
import { session } from '../state/session.ts';

/** Keeps the place in step with the session, and prompts with the place, until the returned function is called. */
export function followSession(router: DataRouter, queries: QueryClient): () => void {
  onSignedOut(() => setToken(undefined));
  const unfollowSession = session.subscribe((now, before) => {
    if (now.user?.id === before.user?.id) return;
    // What one user was told is not for the next one, and the guards decide anew where this one may be.
    // Nobody may ask without a token, so what a page still shows goes only when it has gone to the login.
    prompts.getState().closeAll();
    if (now.user) queries.clear();
    void router.revalidate().then(() => now.user ?? queries.clear());
  });
  let pathname = router.state.location.pathname;
  const unfollowPlace = router.subscribe(({ location }) => {
    if (location.pathname === pathname) return;
    pathname = location.pathname;
    prompts.getState().closeForDeparture();
  });
  return () => {
    unfollowSession();
    unfollowPlace();
  };
}
