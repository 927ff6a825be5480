import { LOGO_URL, type LogoState } from '#contract/logo.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callJson } from '../http.ts';

/** Origin of the logo. Requires an administrator. */
export const logoQuery = queryOptions({
  queryKey: ['logo'],
  queryFn: ({ signal }) => callJson<LogoState>('GET', LOGO_URL, { signal }),
});

/** Stores a logo. Throws ApiError 400 for a type of image that is not accepted, and 413 for an image that is too large. */
export async function uploadLogo(image: Blob): Promise<void> {
  await call('PUT', LOGO_URL, { body: image });
}

export async function removeLogo(): Promise<void> {
  await call('DELETE', LOGO_URL);
}
