import type { Credentials } from '#contract/session.ts';
import { callOpen, lastCall } from './http.ts';
import { setToken } from './session-token.ts';

/** Logs in and stores the token. Throws ApiError 403 for wrong credentials, 429 when throttled. */
export async function logIn({ username, password, recaptcha = '' }: Credentials): Promise<void> {
  const body = JSON.stringify({ username, password, recaptcha });
  const headers = { 'Content-Type': 'application/json' };
  const response = await callOpen('POST', '/api/login', { body, headers });
  setToken(await response.text());
}

/** Ends the session on the server, which invalidates all of its tokens. */
export async function requestLogOut(): Promise<void> {
  await lastCall('POST', '/api/logout');
}
