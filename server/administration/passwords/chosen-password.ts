import { hashPassword } from '../../access/passwords.ts';
import type { Reader } from '../../metadata/database.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';
import { requireGoodPassword } from './password-rules.ts';

/** A hash is taken as it is: whoever has one has had the password judged before, or means it. */
export type ChosenPassword = { readonly plain: string } | { readonly hash: string };

/** Refuses, with `invalid-request`, a plain password that breaks the rules. */
export async function requireGoodChosen(
  db: Reader,
  chosen: ChosenPassword,
  username: string,
): Promise<void> {
  if ('hash' in chosen) return;
  const { minimumPasswordLength } = await readGlobalSettings(db);
  await requireGoodPassword(chosen.plain, { minimumLength: minimumPasswordLength, username });
}

/** Returns the hash that is stored. A plain password has to keep the rules. */
export async function hashOfChosen(
  db: Reader,
  chosen: ChosenPassword,
  username: string,
): Promise<string> {
  await requireGoodChosen(db, chosen, username);
  return hashOf(chosen);
}

/** The same for a password that is known to keep the rules. */
export async function hashOf(chosen: ChosenPassword): Promise<string> {
  return 'hash' in chosen ? chosen.hash : hashPassword(chosen.plain);
}
