import type { Rule } from '#contract/users.ts';
import { lockUsers } from '../../metadata/dialect.ts';
import { type StoredUser, updateUser } from '../../metadata/users.ts';
import type { Administration } from '../administration.ts';
import { requireUser } from './change-user.ts';
import { requireGoodFields } from './user-fields.ts';

/**
 * Stores the changed rules of a user. `change` gets the present rules, so that two concurrent additions are both
 * stored. Throws `not-found` for an unknown user, `invalid-request` for rules that are not accepted, and what `change`
 * throws; nothing is stored then.
 */
export async function changeRules(
  { db }: Pick<Administration, 'db'>,
  id: number,
  change: (rules: readonly Rule[]) => Rule[],
): Promise<StoredUser> {
  return db.write(async (tx) => {
    await lockUsers(tx);
    const before = await requireUser(tx, id);
    const rules = change(before.rules);
    requireGoodFields({ rules }, before);
    return (await updateUser(tx, id, { changes: { rules }, nowMs: Date.now() })) ?? before;
  });
}
