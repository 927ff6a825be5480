import type { Rule } from '#contract/users.ts';
import { holdUsers } from '../../metadata/dialect.ts';
import { type StoredUser, updateUser } from '../../metadata/users.ts';
import type { Administration } from '../administration.ts';
import { requireUser } from './change-user.ts';
import { requireGoodFields } from './user-fields.ts';

/**
 * Stores what `change` makes of a user's rules, as they are at that moment: of two who add one at once, both get their way.
 * Refuses as `changeUser` does; what `change` throws changes nothing.
 */
export async function changeRules(
  { db }: Pick<Administration, 'db'>,
  id: number,
  change: (rules: readonly Rule[]) => Rule[],
): Promise<StoredUser> {
  return db.write(async (tx) => {
    await holdUsers(tx);
    const before = await requireUser(tx, id);
    const rules = change(before.rules);
    requireGoodFields({ rules }, before);
    return (await updateUser(tx, id, { changes: { rules }, nowMs: Date.now() })) ?? before;
  });
}
