import type { Rule } from '#contract/users.ts';
import { ruleProblem } from '../administration/rules/rule-problem.ts';
import { changedSettings } from '../administration/settings/change-settings.ts';
import { changeRules } from '../administration/users/change-rules.ts';
import { StartupError } from '../lib/startup-error.ts';
import { table } from '../lib/table.ts';
import type { Database } from '../metadata/database.ts';
import { readGlobalSettings, updateGlobalSettings } from '../metadata/settings.ts';
import { findUserById, findUserByName, type StoredUser } from '../metadata/users.ts';
import { type CliCall, type CliCommand, JSON_OPTION, type CliOption } from './cli-command.ts';
import { withAdministration, type OpenAdministration } from './open-administration.ts';
import { switchOf } from './option-values.ts';

/** Options that select the rules of a user. Without them, a command works on the global rules. */
export const RULE_LIST_OPTIONS: readonly CliOption[] = [
  { name: 'username', letter: 'u', takes: 'name', help: 'the rules of this user' },
  { name: 'id', letter: 'i', takes: 'number', help: 'the rules of the user with this id' },
];

export const addRuleCommand: CliCommand = {
  arguments: [{ name: 'path|expression' }],
  options: [
    {
      name: 'allow',
      letter: 'a',
      help: 'allow access that an earlier rule denies, instead of denying it',
    },
    { name: 'regex', letter: 'r', help: 'a regular expression (RE2) instead of a path' },
    ...RULE_LIST_OPTIONS,
    JSON_OPTION,
  ],
  details: `A path begins with / and stands for itself and everything below. The last matching
rule decides; a user's own rules come after the global ones. Paths are relative to
the user's folder. The rule applies from the next request on.`,
  examples: [
    'filebrowser rules add /private',
    'filebrowser rules add /private/holidays --allow --username ann',
    "filebrowser rules add --regex '\\.(bak|tmp)$'",
  ],
  async run(call) {
    const rule = typedRule(call);
    const problem = ruleProblem(rule);
    if (problem !== undefined) throw new StartupError(problem.reason);
    await withAdministration(call, async (opened) => {
      const list = await ruleListOf(call, opened);
      printRules(call, list.title, await list.change((rules) => [...rules, rule]));
    });
  },
};

function typedRule({ arguments: [typed = ''], options }: CliCall): Rule {
  const allow = switchOf(options, 'allow') ?? false;
  return switchOf(options, 'regex') === true
    ? { regex: true, allow, path: '', regexp: { raw: typed } }
    : { regex: false, allow, path: typed, regexp: null };
}

export const listRulesCommand: CliCommand = {
  options: [...RULE_LIST_OPTIONS, JSON_OPTION],
  examples: ['filebrowser rules ls', 'filebrowser rules ls --username ann --json'],
  async run(call) {
    await withAdministration(call, async (opened) => {
      const { title, rules } = await ruleListOf(call, opened);
      printRules(call, title, rules);
    });
  },
};

export const removeRulesCommand: CliCommand = {
  arguments: [{ name: 'number' }, { name: 'last', optional: true }],
  options: [
    ...RULE_LIST_OPTIONS,
    {
      name: 'index',
      takes: 'number',
      help: 'has no effect; accepted for scripts of File Browser 2',
    },
    JSON_OPTION,
  ],
  details: `Numbers are those of "rules ls". Two numbers mean the range between them, inclusive.`,
  examples: ['filebrowser rules rm 0', 'filebrowser rules rm 2 4 --username ann'],
  async run(call) {
    const [from = '', to = from] = call.arguments;
    const first = numberFrom(from);
    const last = numberFrom(to);
    await withAdministration(call, async (opened) => {
      const list = await ruleListOf(call, opened);
      printRules(call, list.title, await list.change((rules) => without(rules, first, last)));
    });
  },
};

function numberFrom(typed: string): number {
  if (/^\d{1,9}$/.test(typed)) return Number(typed);
  throw new StartupError(`"${typed}" is not the number of a rule; see rules ls`);
}

function without(rules: readonly Rule[], first: number, last: number): Rule[] {
  if (last < first) throw new StartupError(`${first} comes after ${last}`);
  if (last >= rules.length) {
    const there = rules.length === 0 ? 'there are no rules' : `the last one is ${rules.length - 1}`;
    throw new StartupError(`there is no rule ${last}; ${there}`);
  }
  return rules.filter((_, index) => index < first || index > last);
}

/** The global rules or those of a user. */
export interface RuleList {
  /** Title for the output. */
  readonly title: string;
  readonly rules: readonly Rule[];
  /** Stores the changed list and resolves with it. Refuses invalid rules, with the reason. */
  change(change: (rules: readonly Rule[]) => Rule[]): Promise<readonly Rule[]>;
}

export async function ruleListOf(
  { options }: Pick<CliCall, 'options'>,
  { administration }: OpenAdministration,
): Promise<RuleList> {
  const { db } = administration;
  const user = await selectedUser(options, db);
  if (user === undefined) return globalRules(db);
  return {
    title: `Rules of ${user.username}`,
    rules: user.rules,
    change: async (change) => (await changeRules(administration, user.id, change)).rules,
  };
}

async function globalRules(db: Database): Promise<RuleList> {
  return {
    title: 'Global rules',
    rules: (await readGlobalSettings(db.read)).rules,
    // Reads the list inside the transaction, so that a rule added at the same moment stays.
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

/** Returns the user of the options; undefined for the global rules. Throws StartupError if the user does not exist. */
async function selectedUser(
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

/** Prints the list with the numbers that `rules rm` takes. */
export function printRules(call: CliCall, title: string, rules: readonly Rule[]): void {
  if (switchOf(call.options, 'json') === true) return call.print(JSON.stringify(rules, null, 2));
  if (rules.length === 0) return call.print(`${title}: none`);
  const rows = rules.map((rule, index) => [
    `  ${index}`,
    rule.allow ? 'allow' : 'deny',
    rule.regex ? 'regex' : 'path',
    rule.regex ? (rule.regexp?.raw ?? '') : rule.path,
  ]);
  call.print(`${title}\n${table(rows)}`);
}
