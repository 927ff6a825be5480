import { z } from 'zod';
import { UserPermissions, ViewMode } from './users.ts';

export const Credentials = z.object({
  username: z.string(),
  password: z.string(),
  recaptcha: z.string().optional(),
});
export type Credentials = z.infer<typeof Credentials>;

/** POST /api/signup, answered without a token: one signs in next. */
export const SignUp = z.object({
  username: z.string(),
  password: z.string(),
  /** The language they read while they signed up; without it, that of new users. */
  locale: z
    .string()
    .regex(/^[a-z]{2,3}(?:[-_][a-z0-9]{2,8}){0,3}$/i)
    .optional(),
});
export type SignUp = z.infer<typeof SignUp>;

/** The header a token travels in, and the one that asks the client to renew it. */
export const TOKEN_HEADER = 'X-Auth';
export const RENEW_HEADER = 'X-Renew-Token';
/** Set by the server, HttpOnly: lets media, PDF and downloads through without a header. */
export const TOKEN_COOKIE = 'auth';

/** What the page knows about who is signed in; read from the token, trusted by nobody but the page. */
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
  /** The session's secret id: the only part of a token that the server believes. */
  sid: z.string(),
});
export type TokenPayload = z.infer<typeof TokenPayload>;
