import { z } from 'zod';
import { SETTINGS_URL } from './settings.ts';

/**
 * GET returns a `LogoState`. PUT with an image as the body stores a logo, DELETE removes it. Administrators only. The logo itself is public,
 * at `img/logo.svg` below the static files, whatever its type.
 */
export const LOGO_URL = `${SETTINGS_URL}/logo`;

export const MAX_LOGO_BYTES = 256 * 1024;

/** Accepted types. The server determines the type from the contents, and ignores the Content-Type of the request. */
export const LOGO_TYPES = ['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp'] as const;
export type LogoType = (typeof LOGO_TYPES)[number];

export const LogoState = z.object({
  /** Origin of the logo that is shown. A file in the branding folder comes before an uploaded one. */
  source: z.enum(['default', 'uploaded', 'folder']),
  /** True if a logo is stored, also if the branding folder has another one. */
  isUploaded: z.boolean(),
});
export type LogoState = Readonly<z.infer<typeof LogoState>>;
