import type { Rule } from '#contract/users.ts';
import { changedSettings } from '../../administration/settings/change-settings.ts';
import { changeRules } from '../../administration/users/change-rules.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { Database } from '../../metadata/database.ts';
import { readGlobalSettings, updateGlobalSettings } from '../../metadata/settings.ts';
import { findUserById, findUserByName, type StoredUser } from '../../metadata/users.ts';
import type { CliCall, CliOption } from '../cli-command.ts';
import type { OpenAdministration } from '../open-administration.ts';

/** Whose rules are meant; everybody's when neither is typed. */
export const WHOSE_OPTIONS: readonly CliOption[] = [
  { name: 'username', letter: 'u', takes: 'name', help: 'the rules of this user' },
  { name: 'id', letter: 'i', takes: 'number', help: 'the rules of the user with this id' },
];

/** One list of rules, everybody's or a user's. */
export interface RuleList {
  /** As a heading. */
  readonly title: string;
  readonly rules: readonly Rule[];
  /** Stores what `change` makes of the list and resolves with it; a rule that cannot be is refused with the reason. */
  change(change: (rules: readonly Rule[]) => Rule[]): Promise<readonly Rule[]>;
}

export async function ruleListOf(
  { options }: Pick<CliCall, 'options'>,
  { administration }: OpenAdministration,
): Promise<RuleList> {
  const { db } = administration;
  const user = await userMeant(options, db);
  if (user === undefined) return globalRules(db);
  return {
    title: `Rules of ${user.username}`,
    rules: user.rules,
    change: async (change) => (await changeRules(administration, user.id, change)).rules,
  };
}

async function globalRules(db: Database): Promise<RuleList> {
  return {
    title: 'Rules for everybody',
    rules: (await readGlobalSettings(db.read)).rules,
    // The list is read again inside, so that a rule that is added at the same moment stays.
    change: async (change) => {
      const changed = await db.write((tx) =>
        updateGlobalSettings(tx, (stored) =>
          changedSettings(stored, { rules: change(stored.rules) }),
        ),
      );
      return changed.rules;
    },
  };
}

async function userMeant(
  options: CliCall['options'],
  db: Database,
): Promise<StoredUser | undefined> {
  const username = options.get('username');
  const id = options.get('id');
  if (username === undefined && id === undefined) return undefined;
  if (username !== undefined && id !== undefined) {
    throw new StartupError('flags --username and --id exclude each other');
  }
  const user =
    username === undefined
      ? await findUserById(db.read, idFrom(id ?? ''))
      : await findUserByName(db.read, username);
  if (user !== undefined) return user;
  throw new StartupError(
    username === undefined ? `there is no user with id ${id}` : `there is no user ${username}`,
  );
}

function idFrom(typed: string): number {
  if (/^\d{1,15}$/.test(typed)) return Number(typed);
  throw new StartupError(`flag --id has to be a number, not ${JSON.stringify(typed)}`);
}
