import { foldText } from '#contract/fold-text.ts';
import type { ListedUser } from '#contract/users.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Page, PageAsked } from '../../http/list-pages.ts';
import { SLICE_ROWS } from '../../metadata/batches.ts';
import type { Reader } from '../../metadata/database.ts';
import { findUsersByIds, type UserName, userNames, usersById } from '../../metadata/user-slices.ts';
import { countUsers } from '../../metadata/users.ts';
import { shownUser } from './shown-user.ts';

/** All users in the order of their ids, slice by slice, as administrators see them. */
export async function* allUsers(db: Reader): AsyncGenerator<ListedUser[]> {
  for await (const users of usersById(db)) {
    yield users.map((user) => shownUser(user, { toAdmin: true }));
  }
}

/** Some users in the order of their names, as administrators see them. `search` is looked for in names and scopes. */
export async function pageOfUsers(db: Reader, asked: PageAsked): Promise<Page<ListedUser>> {
  const found = await namesOnPage(db, asked);
  const names = found.slice(0, asked.limit);
  const items: ListedUser[] = [];
  for (let from = 0; from < names.length; from += SLICE_ROWS) {
    const some = names.slice(from, from + SLICE_ROWS);
    const users = await findUsersByIds(
      db,
      some.map(({ id }) => id),
    );
    const byId = new Map(users.map((user) => [user.id, user]));
    for (const { id } of some) {
      const user = byId.get(id);
      // Whoever has just been deleted is not listed.
      if (user !== undefined) items.push(shownUser(user, { toAdmin: true }));
    }
    await nextTurn();
  }
  const next = found.length > names.length ? names.at(-1)?.username : undefined;
  return { items, next, total: await countUsers(db) };
}

/** One more than the page holds, when there are more. */
async function namesOnPage(
  db: Reader,
  { limit, after, search = '' }: PageAsked,
): Promise<UserName[]> {
  const wanted = foldText(search.trim());
  const found: UserName[] = [];
  for await (const names of userNames(db, after)) {
    found.push(...names.filter((name) => matches(name, wanted)));
    if (found.length > limit) break;
  }
  return found;
}

function matches({ username, scope }: UserName, wanted: string): boolean {
  return wanted === '' || foldText(username).includes(wanted) || foldText(scope).includes(wanted);
}
