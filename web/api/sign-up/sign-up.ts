import type { SignUp } from '#contract/session.ts';
import { callOpen } from '../http.ts';

/**
 * Makes an account for a stranger, who signs in next. Throws ApiError 400 for a name or a password that will not do, 405 where
 * it is switched off, 409 for a name that is taken, 429 when throttled.
 */
export async function signUp({ username, password, locale }: SignUp): Promise<void> {
  await callOpen('POST', '/api/signup', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password, locale }),
  });
}
