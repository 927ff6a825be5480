import { type PublicResource, publicShareUrl, SHARE_PASSWORD_HEADER } from '#contract/shares.ts';
import { callOpen } from './http.ts';

/** Credentials of a password-protected share: the password, or the token issued for it. */
export type Admission = { readonly password: string } | { readonly token: string | undefined };

/**
 * Returns an item of a share; '/' is the shared item itself. Throws ApiError: 401 without the right password, 403 and
 * 404 for an invalid share, 429 after too many wrong passwords.
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
  // The server validates its responses against the same contract.
  return (await reply.json()) as PublicResource;
}
