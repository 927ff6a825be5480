import { hashPassword } from '../../access/passwords.ts';
import type { Reader } from '../../metadata/database.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';
import { requireGoodPassword } from './password-rules.ts';

/** A new password. A hash is accepted unchecked: its password was checked before, or the operator intends it. */
export type ChosenPassword = { readonly plain: string } | { readonly hash: string };

/** Throws `invalid-request` if a plain password breaks the rules. */
export async function requireGoodChosen(
  db: Reader,
  chosen: ChosenPassword,
  username: string,
): Promise<void> {
  if ('hash' in chosen) return;
  const { minimumPasswordLength } = await readGlobalSettings(db);
  await requireGoodPassword(chosen.plain, { minimumLength: minimumPasswordLength, username });
}

/** Returns the hash to store. A plain password must follow the rules. */
export async function hashOfChosen(
  db: Reader,
  chosen: ChosenPassword,
  username: string,
): Promise<string> {
  await requireGoodChosen(db, chosen, username);
  return hashOf(chosen);
}

/** Returns the hash of a password that has been checked. */
export async function hashOf(chosen: ChosenPassword): Promise<string> {
  return 'hash' in chosen ? chosen.hash : hashPassword(chosen.plain);
}
