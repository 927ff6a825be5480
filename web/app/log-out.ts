import type { QueryClient } from '@tanstack/react-query';
import type { NavigateFunction } from 'react-router';
import { pageConfig } from '../api/page-config.ts';
import { requestLogOut } from '../api/session.ts';
import { currentToken, endToken, setToken } from '../api/session-token.ts';
import { forgetAllDrafts } from '../features/editor/session/drafts.ts';
import { forgetSearches } from '../state/forget-searches.ts';
import { forgetToken } from '../state/session.ts';
import { endSessionLater } from './end-session-later.ts';
import { forgetTree } from './shell/tree/tree-memory.ts';
import { forgetUploads, rememberedUploads } from '../state/upload-memory.ts';

const LOGIN_ADDRESS = '/login';

/**
 * Ends the session in the browser and on the server. If the server does not answer, the login page says so, and the
 * server is asked again later.
 */
export async function logOut(navigate: NavigateFunction, queries: QueryClient): Promise<void> {
  // The server would reject pending requests after the log-out.
  await queries.cancelQueries();
  // The next user of this browser must not see uploads, drafts, searches and folders of this user.
  forgetUploads(new Set(rememberedUploads().map(({ key }) => key)));
  forgetSearches();
  forgetAllDrafts();
  forgetTree();
  const token = currentToken();
  endToken();
  const isEnded = token === undefined || (await endSession(token));
  const { LogoutPage } = pageConfig();
  if (LogoutPage === LOGIN_ADDRESS) {
    setToken(undefined);
    await navigate(LOGIN_ADDRESS);
    if (!isEnded) endSessionLater(token);
  } else {
    // Clearing the session state would log the user in again automatically before the page unloads.
    forgetToken();
    window.location.assign(LogoutPage);
  }
}

/** Returns whether the server has ended the session. */
async function endSession(token: string): Promise<boolean> {
  try {
    await requestLogOut(token);
    return true;
  } catch {
    return false;
  }
}
