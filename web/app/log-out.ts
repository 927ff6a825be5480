import type { QueryClient } from '@tanstack/react-query';
import type { NavigateFunction } from 'react-router';
import { pageConfig } from '../api/page-config.ts';
import { requestLogOut } from '../api/session.ts';
import { setToken } from '../api/session-token.ts';
import { forgetAllDrafts } from '../features/editor/session/drafts.ts';
import { forgetSearches } from '../state/forget-searches.ts';
import { forgetToken } from '../state/session.ts';
import { forgetUploads, rememberedUploads } from '../state/upload-memory.ts';

const LOGIN_ADDRESS = '/login';

/** Ends the session here and on the server, even when the server cannot be told. */
export async function logOut(navigate: NavigateFunction, queries: QueryClient): Promise<void> {
  // What is still asked would be answered with a refusal.
  await queries.cancelQueries();
  // Whoever comes next to this browser does not learn what was uploaded, written and looked for.
  forgetUploads(new Set(rememberedUploads().map(({ key }) => key)));
  forgetSearches();
  forgetAllDrafts();
  await requestLogOut().catch(() => {});
  const { LogoutPage } = pageConfig();
  if (LogoutPage === LOGIN_ADDRESS) {
    setToken(undefined);
    await navigate(LOGIN_ADDRESS);
  } else {
    // A page that knew of nobody would sign in by itself again before it is left.
    forgetToken();
    window.location.assign(LogoutPage);
  }
}
