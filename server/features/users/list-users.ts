import { setImmediate as nextTurn } from 'node:timers/promises';
import { foldText } from '#contract/fold-text.ts';
import type { Order } from '#contract/pages.ts';
import { type ListedUser, type UserColumn, User } from '#contract/users.ts';
import { wholeScope } from '#contract/whole-scope.ts';
import { z } from 'zod';
import { type Page, type PageAsked, unknownPosition } from '../../http/list-pages.ts';
import { SLICE_ROWS } from '../../metadata/batches.ts';
import type { Reader } from '../../metadata/database.ts';
import { findUsersByIds, type UserName, userNames, usersById } from '../../metadata/user-slices.ts';
import { countUsers, type StoredUser } from '../../metadata/users.ts';

/** Yields all users as administrators see them, in the order of their ids, in slices. */
export async function* allUsers(db: Reader): AsyncGenerator<ListedUser[]> {
  for await (const users of usersById(db)) {
    yield users.map((user) => shownUser(user, { toAdmin: true }));
  }
}

/** Returns a page of users, as administrators see them. `search` matches names and scopes. */
export async function pageOfUsers(
  db: Reader,
  asked: PageAsked<UserColumn>,
): Promise<Page<ListedUser>> {
  const found = await positionsOnPage(db, asked);
  const positions = found.slice(0, asked.limit);
  const items: ListedUser[] = [];
  for (let from = 0; from < positions.length; from += SLICE_ROWS) {
    const ids = positions.slice(from, from + SLICE_ROWS).map(([, , id]) => id);
    const users = await findUsersByIds(db, ids);
    const byId = new Map(users.map((user) => [user.id, user]));
    for (const id of ids) {
      const user = byId.get(id);
      // Users that have been deleted since are not listed.
      if (user !== undefined) items.push(shownUser(user, { toAdmin: true }));
    }
    await nextTurn();
  }
  const last = found.length > positions.length ? positions.at(-1) : undefined;
  return { items, next: last && JSON.stringify(last), total: await countUsers(db) };
}

/** A position in a sorted list: the value of the column, the folded name, and the id. */
const Position = z.tuple([z.union([z.string(), z.number()]), z.string(), z.int()]);
type Position = z.infer<typeof Position>;

/**
 * Finds the first positions after `after`, one more than the page holds if there are more. Reads all names and keeps
 * only the necessary ones, so that no step takes long, in an order that does not depend on the collation of the
 * database.
 */
async function positionsOnPage(
  db: Reader,
  { limit, after, search, order }: PageAsked<UserColumn>,
): Promise<Position[]> {
  const wanted = foldText(search.trim());
  const begin = after === undefined ? undefined : readPosition(after);
  const compare = comparisonIn(order);
  let best: Position[] = [];
  for await (const names of userNames(db)) {
    for (const name of names) {
      const folded = foldText(name.username);
      const scope = foldText(wholeScope(name.scope));
      if (!folded.includes(wanted) && !scope.includes(wanted)) continue;
      const position: Position = [keyOf({ ...name, folded, scope }, order.by), folded, name.id];
      if (begin === undefined || compare(position, begin) > 0) best.push(position);
    }
    best = best.toSorted(compare).slice(0, limit + 1);
  }
  return best;
}

function readPosition(text: string): Position {
  try {
    return Position.parse(JSON.parse(text));
  } catch {
    throw unknownPosition();
  }
}

function keyOf(
  { folded, scope, isAdmin, lastSeenAt }: UserName & { readonly folded: string },
  column: UserColumn,
): string | number {
  const keys = { name: folded, role: isAdmin ? 0 : 1, scope, seen: -(lastSeenAt ?? 0) };
  return keys[column];
}

/** Sorts by the column in its direction, then by name, then by id. */
function comparisonIn({ isAscending }: Order<UserColumn>): (a: Position, b: Position) => number {
  const direction = isAscending ? 1 : -1;
  return ([keyA, nameA, idA], [keyB, nameB, idB]) =>
    direction * compareKeys(keyA, keyB) || compareKeys(nameA, nameB) || idA - idB;
}

function compareKeys(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

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
