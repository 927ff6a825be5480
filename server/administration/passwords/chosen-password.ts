import { hashPassword } from '../../access/passwords.ts';
import type { Reader } from '../../metadata/database.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';
import { requireGoodPassword } from './password-rules.ts';

/** A hash is taken as it is: whoever has one has had the password judged before, or means it. */
export type ChosenPassword = { readonly plain: string } | { readonly hash: string };

/** What is stored of it. A plain one has to keep the rules. */
export async function hashOfChosen(db: Reader, chosen: ChosenPassword): Promise<string> {
  if ('hash' in chosen) return chosen.hash;
  const { minimumPasswordLength } = await readGlobalSettings(db);
  await requireGoodPassword(chosen.plain, minimumPasswordLength);
  return hashPassword(chosen.plain);
}
