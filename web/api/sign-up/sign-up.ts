import type { SignUp } from '#contract/session.ts';
import { asJson } from '../as-json.ts';
import { callOpen } from '../http.ts';

/**
 * Creates an account. The new user logs in afterwards. Throws ApiError 400 for an invalid name or password, 405 if
 * sign-up is disabled, 409 if the name is taken, 429 when throttled.
 */
export async function signUp({ username, password, locale }: SignUp): Promise<void> {
  await callOpen('POST', '/api/signup', asJson({ username, password, locale }));
}
