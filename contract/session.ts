import { z } from 'zod';
import { UserPermissions, ViewMode } from './users.ts';

export const Credentials = z.object({
  username: z.string(),
  password: z.string(),
  recaptcha: z.string().optional(),
});
export type Credentials = z.infer<typeof Credentials>;

/** Body of POST /api/signup. The reply has no token; the new user logs in next. */
export const SignUp = z.object({
  username: z.string(),
  password: z.string(),
  /** Language of the sign-up page. Default: the language of new users in the settings. */
  locale: z
    .string()
    .regex(/^[a-z]{2,3}(?:[-_][a-z0-9]{2,8}){0,3}$/i)
    .optional(),
});
export type SignUp = z.infer<typeof SignUp>;

/** Request header with the token. */
export const TOKEN_HEADER = 'X-Auth';
/** Reply header that asks the client to renew its token, with the value `true`. */
export const RENEW_HEADER = 'X-Renew-Token';
/** HttpOnly cookie with the token. Authenticates media, PDF and download requests, which have no header. */
export const TOKEN_COOKIE = 'auth';

/** The logged-in user as the page reads it from the token. The server does not trust these fields. */
export const TokenUser = z.object({
  id: z.int(),
  locale: z.string(),
  viewMode: ViewMode,
  singleClick: z.boolean(),
  redirectAfterCopyMove: z.boolean(),
  perm: UserPermissions,
  commands: z.array(z.string()),
  lockPassword: z.boolean(),
  hideDotfiles: z.boolean(),
  dateFormat: z.boolean(),
  username: z.string(),
  aceEditorTheme: z.string(),
});
export type TokenUser = z.infer<typeof TokenUser>;

export const TokenPayload = z.object({
  user: TokenUser,
  iss: z.string(),
  /** Unix seconds. */
  iat: z.int(),
  exp: z.int(),
  /** Secret id of the session: the only field that the server uses. */
  sid: z.string(),
});
export type TokenPayload = z.infer<typeof TokenPayload>;
