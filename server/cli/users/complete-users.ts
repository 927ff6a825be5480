import { hashOfChosen } from '../../administration/passwords/chosen-password.ts';
import { AppError } from '../../errors.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { Reader } from '../../metadata/database.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';
import type { ImportedUser, UserRecord } from './imported-user.ts';

/** A user of a file, with the words that tell where they stand in it. */
export interface PlacedUser {
  readonly place: string;
  readonly user: UserRecord;
}

/** Gives everybody a hash, and those of whom no permission is said the permissions of new users. */
export async function completeUsers(
  db: Reader,
  placed: readonly PlacedUser[],
): Promise<ImportedUser[]> {
  const { defaults } = await readGlobalSettings(db);
  const complete: ImportedUser[] = [];
  for (const { place, user } of placed) {
    const { password, hash, plainPassword, ...fields } = user;
    const { username } = fields;
    const given = { username, hash: password ?? hash, plain: plainPassword };
    const passwordHash = await hashOf(db, place, given);
    complete.push({ ...fields, perm: fields.perm ?? defaults.perm, password: passwordHash });
  }
  return complete;
}

interface Given {
  readonly username: string;
  readonly hash: string | undefined;
  readonly plain: string | undefined;
}

async function hashOf(
  db: Reader,
  place: string,
  { username, hash, plain }: Given,
): Promise<string> {
  if ((hash === undefined) === (plain === undefined)) {
    throw new StartupError(`${place}: a password or its hash has to be given, and not both`);
  }
  const chosen = hash === undefined ? { plain: plain ?? '' } : { hash };
  return at(place, () => hashOfChosen(db, chosen, username));
}

/** Runs `work`; what it refuses is told with its place. */
export async function at<Result>(
  place: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new StartupError(`${place}: ${error.message}`, { cause: error });
  }
}
