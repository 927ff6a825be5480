import { AppError } from '../../errors.ts';
import { isStorableText } from '../../metadata/codec.ts';
import type { NewUser } from '../../metadata/users.ts';
import { ruleListProblem } from '../rules/rule-problem.ts';

export type UserFields = Omit<NewUser, 'passwordHash' | 'signedUp'>;

/**
 * Maximum lengths of values that are part of every token, because a token that does not fit into a header cannot be
 * used. Characters.
 */
const MAX_NAME = 512;
const MAX_TEXT = 64;
const MAX_COMMANDS = 1_024;

/**
 * Throws `invalid-request` with the name of the field for values that cannot be stored or would lock the user out.
 * `stored` is the present user: a value that an older version accepted does not prevent other changes.
 */
export function requireGoodFields(
  fields: Partial<UserFields>,
  stored?: Pick<UserFields, 'username' | 'locale' | 'aceEditorTheme' | 'commands' | 'rules'>,
): void {
  const { username, locale, aceEditorTheme, perm, commands, rules } = fields;
  if (username !== undefined && username !== stored?.username) requireGoodName(username);
  if (locale !== undefined && locale !== stored?.locale) requireText('locale', locale, MAX_TEXT);
  if (aceEditorTheme !== undefined && aceEditorTheme !== stored?.aceEditorTheme)
    requireText('aceEditorTheme', aceEditorTheme, MAX_TEXT);
  const commandText = commands?.join(' ');
  if (commandText !== undefined && commandText !== stored?.commands.join(' '))
    requireText('commands', commandText, MAX_COMMANDS);
  if (rules !== undefined) requireGoodRules(rules, stored?.rules);
  if (perm?.share === true && !perm.download) {
    throw new AppError('invalid-request', 'permission to share requires permission to download', {
      refusal: { code: 'share-needs-download' },
    });
  }
}

function requireGoodName(username: string): void {
  if (username.trim() === '')
    throw new AppError('invalid-request', 'username: has to be given', {
      refusal: { code: 'empty-name' },
    });
  requireText('username', username, MAX_NAME);
}

/** Control characters, other invisible characters, and all spaces except the ordinary one. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u;

/**
 * Throws `invalid-request` for a name that looks like another one because of spaces at its ends or invisible characters.
 * Call it only for new and changed names, so that existing users keep theirs.
 */
export function requireNewName(username: string): void {
  if (username === username.trim() && !INVISIBLE.test(username)) return;
  throw new AppError(
    'invalid-request',
    'username: begins or ends with a space, or contains invisible characters',
    {
      refusal: { code: 'unstorable' },
    },
  );
}

function requireText(field: string, text: string, most: number): void {
  if (text.length <= most && isStorableText(text) && !/\p{Cc}/u.test(text)) return;
  throw new AppError('invalid-request', `${field}: is too long, or is not valid text`, {
    refusal: { code: 'unstorable' },
  });
}

function requireGoodRules(rules: UserFields['rules'], stored: UserFields['rules'] = []): void {
  const problem = ruleListProblem(rules, stored);
  if (problem === undefined) return;
  const where = problem.index === undefined ? 'rules' : `rules.${problem.index}`;
  throw new AppError('invalid-request', `${where}: ${problem.reason}`, {
    refusal: problem.refusal,
  });
}
