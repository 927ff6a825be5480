import { z } from 'zod';

/** POST creates an invitation for a user, which replaces the previous one. Administrators only. */
export function invitationOfUserUrl(userId: number): string {
  return `/api/users/${userId}/invitation`;
}

/** Body of POST to `invitationOfUserUrl`. */
export const InvitationRequest = z.object({
  /** Password of the calling administrator. Required where users log in with a password, unless the operator has turned that off. */
  current_password: z.string().optional(),
});

export const Invitation = z.object({
  /** Secret with which its user sets a password, once. */
  token: z.string(),
  /** Time after which it is refused, in RFC 3339. */
  expires: z.string(),
});
export type Invitation = Readonly<z.infer<typeof Invitation>>;

/** POST `InvitationToken` returns `InvitedUser`. */
export const INVITATION_URL = '/api/invitation';
/** POST `InvitationAnswer` sets the password and ends the invitation. The user logs in next. */
export const ACCEPT_INVITATION_URL = '/api/invitation/accept';

export const InvitationToken = z.object({ token: z.string() });

export const InvitedUser = z.object({ username: z.string() });
export type InvitedUser = Readonly<z.infer<typeof InvitedUser>>;

export const InvitationAnswer = z.object({ token: z.string(), password: z.string() });
export type InvitationAnswer = Readonly<z.infer<typeof InvitationAnswer>>;

/**
 * Address of the page that an invitation opens, below the base URL. The token is in the fragment, which browsers send to no server
 * and in no `Referer`.
 */
export function invitationPageUrl(token: string): string {
  return `/invitation#${token}`;
}
