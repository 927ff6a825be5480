import { ApiError, renewToken } from '../api/http.ts';
import { logsInAutomatically } from '../api/page-config.ts';
import { logIn } from '../api/session.ts';
import { currentToken, setToken } from '../api/session-token.ts';
import { session } from '../state/session.ts';

let renewed: Promise<void> | undefined;

/**
 * Restores the remembered session once per page load, or logs in automatically if the server asks for no credentials.
 * If that is rejected, no user is logged in, and the login page shows the reason. Throws ApiError if the server is
 * unreachable.
 */
export async function ensureSession(): Promise<void> {
  renewed ??= renewRemembered();
  await renewed.catch((failure: unknown) => {
    renewed = undefined;
    throw failure;
  });
  if (logsInAutomatically() && session.getState().user === undefined) {
    await logIn({ username: '', password: '' }).catch(ignoreRefusal);
  }
}

/** Makes the next navigation start as a page load. For tests. */
export function forgetSessionStart(): void {
  renewed = undefined;
}

/** Ignores a rejected login; throws all other failures. */
function ignoreRefusal(failure: unknown): void {
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
