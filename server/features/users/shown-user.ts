import { User, type ListedUser } from '#contract/users.ts';
import type { StoredUser } from '../../metadata/users.ts';

const Shown = User.omit({ password: true });

/** Returns the user with the fields of the contract, and no others. */
export function shownUser(
  user: StoredUser,
  { toAdmin }: { readonly toAdmin: boolean },
): ListedUser {
  const { lastSeenAt } = user;
  return {
    ...Shown.parse(user),
    password: '',
    scope: toAdmin ? user.scope : '',
    ...(toAdmin && lastSeenAt !== undefined && { lastSeen: new Date(lastSeenAt).toISOString() }),
  };
}
