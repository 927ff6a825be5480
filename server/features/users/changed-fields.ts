import { differingKeys } from '../../lib/differing-keys.ts';
import type { StoredUser } from '../../metadata/users.ts';

/** Returns the contract's names of the fields that differ. */
export function changedFields(before: StoredUser, after: StoredUser): string[] {
  const names = differingKeys(before, after).filter((name) => !BY_ITSELF.has(name));
  return names.map((name) => (name === 'passwordHash' ? 'password' : name));
}

/** Fields that change with every update, or when the user logs in. */
const BY_ITSELF: ReadonlySet<string> = new Set(['updatedAt', 'lastSeenAt']);
