import {
  ACCEPT_INVITATION_URL,
  type Invitation,
  INVITATION_URL,
  type InvitationAnswer,
  invitationOfUserUrl,
  invitationPageUrl,
  type InvitedUser,
} from '#contract/invitations.ts';
import { queryOptions } from '@tanstack/react-query';
import { asJson } from './as-json.ts';
import { callAddress, callJson, callOpen } from './http.ts';

/**
 * Creates an invitation for a user, which ends the previous one. Administrators only; `currentPassword` is theirs, for servers that
 * require it.
 */
export function createInvitation(
  userId: number,
  currentPassword: string | undefined,
): Promise<Invitation> {
  const own = currentPassword === undefined ? {} : { current_password: currentPassword };
  return callJson<Invitation>('POST', invitationOfUserUrl(userId), asJson(own));
}

/** Returns the link to pass on. */
export function linkOfInvitation({ token }: Invitation): string {
  return location.origin + callAddress(invitationPageUrl(token));
}

/** The user of an invitation. Fails with ApiError 404 if the invitation has ended. */
export const invitedUserQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) => {
      const reply = await callOpen('POST', INVITATION_URL, { ...asJson({ token }), signal });
      // The server validates its responses against the same contract.
      return (await reply.json()) as InvitedUser;
    },
    gcTime: 0,
  });

/** Sets the password of the invited user. Throws ApiError 400 for a bad password, and 404 if the invitation has ended. */
export async function acceptInvitation(answer: InvitationAnswer): Promise<void> {
  await callOpen('POST', ACCEPT_INVITATION_URL, asJson(answer));
}
