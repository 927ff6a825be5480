import { type PublicResource, publicShareUrl, SHARE_PASSWORD_HEADER } from '#contract/shares.ts';
import { callOpen } from './http.ts';

/** What opens a link that has a password: the password itself, or the token that the server gave for it. */
export type Admission = { readonly password: string } | { readonly token: string | undefined };

/**
 * What is at a place of a link: '/' its own item. Throws ApiError: 401 without the right password, 403 and 404 when the
 * link leads nowhere, 429 when somebody has guessed too often.
 */
export async function fetchShared(
  { hash, path }: { readonly hash: string; readonly path: string },
  admission: Admission,
  signal: AbortSignal,
): Promise<PublicResource> {
  const password = 'password' in admission ? admission.password : '';
  const token = 'token' in admission ? admission.token : undefined;
  const query = token === undefined ? '' : `?${new URLSearchParams({ token }).toString()}`;
  const reply = await callOpen('GET', publicShareUrl(hash, path) + query, {
    headers: { [SHARE_PASSWORD_HEADER]: encodeURIComponent(password.toWellFormed()) },
    signal,
  });
  // The server checks its replies against the same contract.
  return (await reply.json()) as PublicResource;
}
