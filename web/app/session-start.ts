import { ApiError, renewToken } from '../api/http.ts';
import { pageConfig } from '../api/page-config.ts';
import { logIn } from '../api/session.ts';
import { currentToken, setToken } from '../api/session-token.ts';
import { session } from '../state/session.ts';

let renewed: Promise<void> | undefined;

/**
 * Settles who is signed in: renews the remembered session once per visit, and signs in by itself where
 * the server asks for no credentials. Throws ApiError when the server cannot be reached.
 */
export async function ensureSession(): Promise<void> {
  renewed ??= renewRemembered();
  await renewed.catch((failure: unknown) => {
    renewed = undefined;
    throw failure;
  });
  const { LoginPage, NoAuth } = pageConfig();
  const signsInByItself = NoAuth || !LoginPage;
  if (signsInByItself && session.getState().user === undefined) {
    await logIn({ username: '', password: '' });
  }
}

/** For tests: the next navigation is the first one again. */
export function forgetSessionStart(): void {
  renewed = undefined;
}

async function renewRemembered(): Promise<void> {
  if (currentToken() === undefined) return;
  if (session.getState().user === undefined) {
    console.warn('The remembered token cannot be read and is forgotten.');
    setToken(undefined);
    return;
  }
  try {
    await renewToken();
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.status !== 401) throw failure;
    setToken(undefined);
  }
}
