/**
 * Accounts that limits count for. A user has an account; each share has one inside its owner's, so that its work counts for its owner
 * as well.
 */
export function accountOfUser(userId: number): string {
  return `user ${userId}`;
}

export function accountOfShare(owner: string, hash: string): string {
  return `${owner}${SEPARATOR}${hash}`;
}

/** Returns the user's account that contains `account`; for a user's account, itself. */
export function ownerOf(account: string): string {
  return account.split(SEPARATOR, 1)[0] ?? account;
}

export function isShareAccount(account: string): boolean {
  return account.includes(SEPARATOR);
}

const SEPARATOR = '/share ';
