import { parseTreePath } from '#contract/paths.ts';
import { homeOfScope } from '../../access/actor.ts';
import type { StoredGlobalSettings } from '../../metadata/setting-documents.ts';
import { type Problem, problemWith } from '../problem.ts';
import { ruleListProblem } from '../rules/rule-problem.ts';
import { commandListProblem } from './command-line-problem.ts';

const MAX_NAME = 100;
/** Maximum length, as for users, because the value is part of every token. Characters. */
const MAX_PREFERENCE = 64;
/** Maximum length of the commands of new users, as for `commands` of a user. Characters. */
const MAX_COMMANDS = 1_024;
/**
 * Maximum value of the minimum password length. A longer one, set by mistake, would prevent all users from changing
 * their passwords.
 */
const MAX_PASSWORD_LENGTH = 128;
/** Maximum number of words of the shell that runs commands. */
const MAX_SHELL_WORDS = 100;
/** Maximum number of folders without versions. */
const MAX_FOLDERS = 1_000;
const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const MODE = 0o777;

type Settings = StoredGlobalSettings;

interface Check {
  readonly field: string;
  /** Returns the checked value. A value that is stored already is not checked again. */
  of(settings: Settings): unknown;
  problem(settings: Settings): Problem | undefined;
}

function check<Value>(
  field: string,
  of: (settings: Settings) => Value,
  check: (value: Value) => Problem | undefined,
): Check {
  return { field, of, problem: (settings) => check(of(settings)) };
}

const NO_PATH = problemWith('has to be a path without . and ..', 'bad-path');

const CHECKS: readonly Check[] = [
  check(
    'minimumPasswordLength',
    (settings) => settings.minimumPasswordLength,
    (length) =>
      length > MAX_PASSWORD_LENGTH
        ? { reason: `has to be at most ${MAX_PASSWORD_LENGTH}` }
        : undefined,
  ),
  check(
    'userHomeBasePath',
    (settings) => settings.userHomeBasePath,
    (path) => (parseTreePath(path) === undefined ? NO_PATH : undefined),
  ),
  check(
    'branding.name',
    ({ branding }) => branding.name,
    (name) => (name.length > MAX_NAME ? tooLong(MAX_NAME) : undefined),
  ),
  check(
    'branding.color',
    ({ branding }) => branding.color,
    (color) =>
      color === '' || COLOR.test(color)
        ? undefined
        : problemWith('has to be a colour such as #2979ff', 'bad-colour'),
  ),
  check(
    'defaults.scope',
    ({ defaults }) => defaults.scope,
    (scope) => (homeOfScope(scope) === undefined ? NO_PATH : undefined),
  ),
  check('defaults.locale', ({ defaults }) => defaults.locale, preferenceProblem),
  check('defaults.aceEditorTheme', ({ defaults }) => defaults.aceEditorTheme, preferenceProblem),
  check(
    'defaults.perm',
    ({ defaults }) => defaults.perm,
    ({ share, download }) =>
      share && !download
        ? problemWith('permission to share requires permission to download', 'share-needs-download')
        : undefined,
  ),
  check(
    'shell',
    ({ shell }) => shell,
    (words) =>
      words.length > MAX_SHELL_WORDS
        ? problemWith(`has more than ${MAX_SHELL_WORDS} words`, 'too-many', MAX_SHELL_WORDS)
        : undefined,
  ),
  check(
    'defaults.commands',
    ({ defaults }) => defaults.commands,
    (commands) => (commands.join(' ').length > MAX_COMMANDS ? tooLong(MAX_COMMANDS) : undefined),
  ),
  check(
    'foldersWithoutVersions',
    (settings) => settings.foldersWithoutVersions,
    (folders) => {
      if (folders.length > MAX_FOLDERS)
        return problemWith(`has more than ${MAX_FOLDERS} folders`, 'too-many', MAX_FOLDERS);
      return folders.every((folder) => parseTreePath(folder) !== undefined) ? undefined : NO_PATH;
    },
  ),
  check('fileMode', ({ fileMode }) => fileMode, modeProblem),
  check('dirMode', ({ dirMode }) => dirMode, modeProblem),
];

function preferenceProblem(text: string): Problem | undefined {
  return text.length > MAX_PREFERENCE ? tooLong(MAX_PREFERENCE) : undefined;
}

function tooLong(most: number): Problem {
  return problemWith(`has to be at most ${most} characters`, 'too-long', most);
}

function modeProblem(mode: number): Problem | undefined {
  return mode > MODE ? { reason: 'has to be permission bits, at most 777' } : undefined;
}

/**
 * Returns why settings cannot be stored, beginning with the name of the field. Only values that differ from `stored`
 * are checked: old clients send all settings back, and a value that an older version accepted must not prevent other
 * changes.
 */
export function settingsProblem(settings: Settings, stored: Settings): Problem | undefined {
  for (const { field, of, problem } of CHECKS) {
    const wrong = isSame(of(settings), of(stored)) ? undefined : problem(settings);
    if (wrong !== undefined) return at(field, wrong);
  }
  const commands = commandsProblem(settings.commands, stored.commands);
  if (commands !== undefined) return commands;
  const wrong = ruleListProblem(settings.rules, stored.rules);
  return wrong && inList('rules', wrong);
}

function commandsProblem(
  commands: Settings['commands'],
  stored: Settings['commands'],
): Problem | undefined {
  const event = Object.keys(commands).find((name) => !Object.hasOwn(stored, name));
  if (event !== undefined) return { reason: `commands.${event}: is not an event` };
  for (const [trigger, lines] of Object.entries(commands)) {
    const wrong = commandListProblem(lines, stored[trigger]);
    if (wrong !== undefined) return inList(`commands.${trigger}`, wrong);
  }
  return undefined;
}

interface ListProblem extends Problem {
  readonly index: number | undefined;
}

function inList(list: string, problem: ListProblem): Problem {
  return at(problem.index === undefined ? list : `${list}.${problem.index}`, problem);
}

function at(field: string, { reason, refusal }: Problem): Problem {
  return { reason: `${field}: ${reason}`, refusal };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
