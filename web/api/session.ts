import type { Credentials } from '#contract/session.ts';
import { ApiError, callOpen } from './http.ts';
import { sessionHeader, setToken } from './session-token.ts';

/** Time after which a request to log out counts as failed. Milliseconds. */
const LOG_OUT_DEADLINE_MS = 5_000;

/** Logs in and stores the token. Throws ApiError 403 for wrong credentials, 429 when throttled. */
export async function logIn({ username, password, recaptcha = '' }: Credentials): Promise<void> {
  const body = JSON.stringify({ username, password, recaptcha });
  const headers = { 'Content-Type': 'application/json' };
  const response = await callOpen('POST', '/api/login', { body, headers });
  setToken(await response.text());
}

/**
 * Asks the server to end the session of `token`, which invalidates its tokens and deletes the cookie. Throws ApiError if
 * that did not happen within five seconds: the cookie then stays valid until it expires.
 */
export async function requestLogOut(token: string): Promise<void> {
  const signal = AbortSignal.timeout(LOG_OUT_DEADLINE_MS);
  try {
    await callOpen('POST', '/api/logout', { headers: sessionHeader(token), signal });
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw new ApiError(0, '000 No answer', { cause: failure });
    // The session had ended before.
    if (failure.status !== 401) throw failure;
  }
}
