import { differingKeys } from '../../lib/differing-keys.ts';
import type { StoredUser } from '../../metadata/users.ts';

/** Names of what is another now, as the contract calls it. */
export function changedFields(before: StoredUser, after: StoredUser): string[] {
  const names = differingKeys(before, after).filter((name) => !BY_ITSELF.has(name));
  return names.map((name) => (name === 'passwordHash' ? 'password' : name));
}

/** What changes with everything else, or because somebody was here. */
const BY_ITSELF: ReadonlySet<string> = new Set(['updatedAt', 'lastSeenAt']);
