import { ApiError, renewToken } from '../api/http.ts';
import { signsInByItself } from '../api/page-config.ts';
import { logIn } from '../api/session.ts';
import { currentToken, setToken } from '../api/session-token.ts';
import { session } from '../state/session.ts';

let renewed: Promise<void> | undefined;

/**
 * Settles who is signed in: renews the remembered session once per visit, and signs in by itself where
 * the server asks for no credentials; whoever is not let in there is nobody, and finds the reason on the login page.
 * Throws ApiError when the server cannot be reached.
 */
export async function ensureSession(): Promise<void> {
  renewed ??= renewRemembered();
  await renewed.catch((failure: unknown) => {
    renewed = undefined;
    throw failure;
  });
  if (signsInByItself() && session.getState().user === undefined) {
    await logIn({ username: '', password: '' }).catch(unlessRefused);
  }
}

/** For tests: the next navigation is the first one again. */
export function forgetSessionStart(): void {
  renewed = undefined;
}

function unlessRefused(failure: unknown): void {
  const isRefused = failure instanceof ApiError && failure.status >= 400 && failure.status < 500;
  if (!isRefused) throw failure;
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
