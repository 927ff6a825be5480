import { foldText } from '#contract/fold-text.ts';
import type { Order } from '#contract/pages.ts';
import type { ListedUser, UserColumn } from '#contract/users.ts';
import { collatorFor } from '../../../i18n/format.ts';

export type UserSorting = Order<UserColumn>;

export const FIRST_SORTING: UserSorting = { by: 'name', isRising: true };

/** What a click on a column asks for: its rising order first, then the other way round. */
export function nextSorting({ by, isRising }: UserSorting, column: UserColumn): UserSorting {
  return { by: column, isRising: by === column ? !isRising : true };
}

/** Those with the text somewhere in their name or scope, as a person compares. */
export function matchingUsers(users: readonly ListedUser[], text: string): readonly ListedUser[] {
  const wanted = foldText(text.trim());
  if (wanted === '') return users;
  return users.filter(
    ({ username, scope }) =>
      foldText(username).includes(wanted) || foldText(scope).includes(wanted),
  );
}

/** `locale`: names stand in the order of this language. */
export function sortedUsers(
  users: readonly ListedUser[],
  { by, isRising }: UserSorting,
  locale: string,
): ListedUser[] {
  const direction = isRising ? 1 : -1;
  const { compare: compareNames } = collatorFor(locale);
  const byName: Comparison = (a, b) => compareNames(a.username, b.username);
  const compare: Readonly<Record<UserColumn, Comparison>> = {
    name: byName,
    // Administrators first.
    role: (a, b) => Number(b.perm.admin) - Number(a.perm.admin),
    scope: (a, b) => compareNames(a.scope, b.scope),
    // The last one seen first, and whoever was never there last.
    seen: (a, b) => seenAt(b) - seenAt(a),
  };
  return users.toSorted((a, b) => direction * compare[by](a, b) || byName(a, b) || a.id - b.id);
}

type Comparison = (a: ListedUser, b: ListedUser) => number;

function seenAt({ lastSeen }: ListedUser): number {
  return lastSeen === undefined ? 0 : Date.parse(lastSeen);
}
