import type { QueryClient } from '@tanstack/react-query';
import type { NavigateFunction } from 'react-router';
import { ApiError } from '../api/http.ts';
import { pageConfig } from '../api/page-config.ts';
import { requestLogOut } from '../api/session.ts';
import { currentToken, endToken, setToken } from '../api/session-token.ts';
import { forgetAllDrafts } from '../features/editor/session/drafts.ts';
import { i18n } from '../i18n/i18n.ts';
import { forgetSearches } from '../state/forget-searches.ts';
import { forgetToken } from '../state/session.ts';
import { showFailure } from '../state/show-failure.ts';
import { endSessionLater } from './end-session-later.ts';
import { forgetTree } from './shell/tree/tree-memory.ts';
import { forgetUploads, rememberedUploads } from '../state/upload-memory.ts';

const LOGIN_ADDRESS = '/login';

/**
 * Ends the session in the browser and on the server, and opens the page for that. If the server does not end it, the login page says so, and
 * the server is asked again later. Where the page logs in by itself, the user stays logged in and sees why, if the server was not reached.
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
  const failure = token === undefined ? undefined : await endSession(token);
  const { LoginPage, LogoutPage } = pageConfig();
  if (LogoutPage === LOGIN_ADDRESS || (failure && LoginPage)) {
    setToken(undefined);
    await navigate(LOGIN_ADDRESS);
    if (failure && token !== undefined) endSessionLater(token);
  } else if (failure && !isAnswered(failure) && currentToken() === token) {
    // Requests may use the token again.
    setToken(token);
    void queries.invalidateQueries();
    const again = () => void logOut(navigate, queries);
    showFailure(i18n.t, failure, undefined, { label: i18n.t('common.retry'), run: again });
  } else {
    // Clearing the session state would log the user in again automatically before the page unloads.
    forgetToken();
    window.location.assign(LogoutPage);
  }
}

/** Returns why the server has not ended the session; undefined if it has. */
async function endSession(token: string): Promise<Error | undefined> {
  try {
    await requestLogOut(token);
    return undefined;
  } catch (failure) {
    return failure instanceof Error ? failure : new Error('The session was not ended.');
  }
}

function isAnswered(failure: Error): boolean {
  return failure instanceof ApiError && failure.status !== 0;
}
