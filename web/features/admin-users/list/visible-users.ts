import { foldText } from '#contract/fold-text.ts';
import type { Order } from '#contract/pages.ts';
import type { ListedUser, UserColumn } from '#contract/users.ts';
import { wholeScope } from '#contract/whole-scope.ts';
import { collatorFor } from '../../../i18n/format.ts';

export type UserSorting = Order<UserColumn>;

export const FIRST_SORTING: UserSorting = { by: 'name', isAscending: true };

/** Returns the users whose name or scope contains the text, ignoring case and accents. */
export function matchingUsers(users: readonly ListedUser[], text: string): readonly ListedUser[] {
  const wanted = foldText(text.trim());
  if (wanted === '') return users;
  return users.filter(
    ({ username, scope }) =>
      foldText(username).includes(wanted) || foldText(wholeScope(scope)).includes(wanted),
  );
}

/**
 * Returns the users sorted by a column, then by name and id. Names and scopes are compared by the rules of `locale`, a
 * BCP 47 tag. Ascending means administrators first and latest visit first.
 */
export function sortedUsers(
  users: readonly ListedUser[],
  { by, isAscending }: UserSorting,
  locale: string,
): ListedUser[] {
  const direction = isAscending ? 1 : -1;
  const { compare: compareNames } = collatorFor(locale);
  const byName: Comparison = (a, b) => compareNames(a.username, b.username);
  const compare: Readonly<Record<UserColumn, Comparison>> = {
    name: byName,
    // Administrators first.
    role: (a, b) => Number(b.perm.admin) - Number(a.perm.admin),
    scope: (a, b) => compareNames(wholeScope(a.scope), wholeScope(b.scope)),
    // Most recent first; users who never logged in are last.
    seen: (a, b) => seenAt(b) - seenAt(a),
  };
  return users.toSorted((a, b) => direction * compare[by](a, b) || byName(a, b) || a.id - b.id);
}

type Comparison = (a: ListedUser, b: ListedUser) => number;

function seenAt({ lastSeen }: ListedUser): number {
  return lastSeen === undefined ? 0 : Date.parse(lastSeen);
}
