import { ALL_SETTINGS, type NamedSetting, type SettingName } from '../config/setting-list.ts';
import { withoutUndefined } from '../lib/without-undefined.ts';
import type { CliCommand } from './cli-command.ts';

/** A flag or an option of a command, as it can be typed. */
export interface Switchable {
  readonly name: string;
  readonly oldName?: string;
  readonly letter?: string;
  /** Undefined for what takes no value. */
  readonly takes?: string;
}

const DEFAULT_SETTINGS: readonly SettingName[] = ['database', 'config'];

/** What can be typed behind a command. Its own options come first: their letters win. */
export function optionsOf(
  command: Pick<CliCommand, 'options' | 'settings'>,
): readonly Switchable[] {
  const { options = [] } = command;
  const letters = new Set(options.map(({ letter }) => letter));
  const flags = settingsOf(command).map((setting) =>
    letters.has(setting.letter) ? withoutLetter(setting) : setting,
  );
  return [...options, ...flags];
}

function withoutLetter({ name, oldName, takes }: NamedSetting): Switchable {
  return { name, ...withoutUndefined({ oldName, takes }) };
}

/** The flags of the server that a command reads; an option of its own by the same name is none of them. */
export function settingsOf({
  options = [],
  settings = DEFAULT_SETTINGS,
}: Pick<CliCommand, 'options' | 'settings'>): readonly NamedSetting[] {
  const own = new Set(options.map(({ name }) => name));
  return ALL_SETTINGS.filter(({ name }) => settings.includes(name) && !own.has(name));
}

/** A word of the command line with its meaning. */
export type Word =
  | { readonly kind: 'plain'; readonly text: string }
  /** `--name=value`, whatever was typed; a switch is `--name=true`. */
  | { readonly kind: 'option'; readonly text: string }
  /** `--name` that misses its value, or a name nobody knows. */
  | { readonly kind: 'strange'; readonly text: string };

/** Reads the first of `words`, which are not none; `rest` are those that are left. */
export function nextWord(
  words: readonly string[],
  options: readonly Switchable[],
): { readonly found: readonly Word[]; readonly rest: readonly string[] } {
  const [word = '', ...rest] = words;
  if (word.startsWith('--')) return longOption(word, rest, options);
  if (/^-[A-Za-z]/.test(word)) return letters(word.slice(1), rest, options);
  return { found: [{ kind: 'plain', text: word }], rest };
}

type Read = ReturnType<typeof nextWord>;

function longOption(word: string, rest: readonly string[], options: readonly Switchable[]): Read {
  const [, spelling = '', value] = /^--([^=]*)(=.*)?$/s.exec(word) ?? [];
  const option = options.find(({ name, oldName = name }) =>
    [name, oldName].some((known) => folded(known) === folded(spelling)),
  );
  if (option === undefined) return { found: [{ kind: 'strange', text: word }], rest };
  if (value !== undefined) return { found: [given(option, value.slice(1))], rest };
  return withValue(option, rest);
}

/** `-a`, `-ar` for two switches, `-p 80` and `-p80`. */
function letters(typed: string, rest: readonly string[], options: readonly Switchable[]): Read {
  const option = options.find(({ letter }) => letter === typed[0]);
  const more = typed.slice(1);
  if (option === undefined) return { found: [{ kind: 'strange', text: `-${typed}` }], rest };
  if (more === '') return withValue(option, rest);
  if (option.takes !== undefined) return { found: [given(option, more.replace(/^=/, ''))], rest };
  if (more.startsWith('=')) return { found: [given(option, more.slice(1))], rest };
  const others = letters(more, rest, options);
  return { found: [given(option, 'true'), ...others.found], rest: others.rest };
}

function withValue(option: Switchable, rest: readonly string[]): Read {
  if (option.takes === undefined) return { found: [given(option, 'true')], rest };
  const [value, ...others] = rest;
  if (value === undefined) return { found: [{ kind: 'strange', text: `--${option.name}` }], rest };
  return { found: [given(option, value)], rest: others };
}

function given({ name }: Switchable, value: string): Word {
  return { kind: 'option', text: `--${name}=${value}` };
}

/** `base-url`, `BASE_URL` and `baseURL` are one. */
function folded(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}
