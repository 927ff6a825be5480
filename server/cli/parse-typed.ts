import { Command, CommanderError } from 'commander';
import type { NamedSetting, SettingName } from '../config/setting-list.ts';
import { StartupError } from '../lib/startup-error.ts';
import type { CliArgument, CliCommand, CliOption, TypedCall } from './cli-command.ts';
import { nextWord, optionsOf, settingsOf, type Switchable } from './command-words.ts';

type Parsed = Pick<CliCommand, 'arguments' | 'options' | 'settings'> & {
  readonly words: readonly string[];
};

/** Reads what was typed beside a command's own words; a mistake is a StartupError. */
export function parseTyped(command: Parsed, typed: readonly string[]): TypedCall {
  const options = optionsOf(command);
  const parser = parserOf(command, options);
  try {
    parser.parse(canonical(typed, options), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const message = error.message.replace(/^error: /, '').replaceAll('\n', ' ');
    const help = ['filebrowser', ...command.words, '--help'].join(' ');
    throw new StartupError(`${message}; ${adviceFor(command, error)}see ${help}`, { cause: error });
  }
  return {
    arguments: parser.args,
    options: ownOptions(parser, command.options ?? []),
    flags: flagsOf(parser, settingsOf(command)),
  };
}

/** What may be meant for another program, and not for us. */
function adviceFor({ arguments: taken = [] }: Parsed, { code }: CommanderError): string {
  const takesAnyWords = taken.some(({ many = false }) => many);
  const isUnknown = code === 'commander.unknownOption';
  return takesAnyWords && isUnknown ? 'words of its own that begin with - go behind --; ' : '';
}

/** Every option takes a value here: `canonical` has given one to the switches. */
function parserOf(command: Parsed, options: readonly Switchable[]): Command {
  const parser = new Command(command.words.at(-1) ?? 'filebrowser');
  parser.exitOverride().configureOutput({ writeErr: () => undefined });
  parser.helpOption(false).helpCommand(false).allowExcessArguments(false);
  for (const argument of command.arguments ?? []) parser.argument(placeholderOf(argument));
  for (const { name, letter } of options) {
    parser.option(`${letter === undefined ? '' : `-${letter}, `}--${name} <value>`);
  }
  return parser;
}

/** `<name>`, `[name]`, `<name...>`. */
export function placeholderOf({ name, optional = false, many = false }: CliArgument): string {
  const inner = many ? `${name}...` : name;
  return optional ? `[${inner}]` : `<${inner}>`;
}

/** `--base-url /x` → `--baseURL=/x`, `--noauth` → `--noauth=true`. */
function canonical(typed: readonly string[], options: readonly Switchable[]): string[] {
  const words: string[] = [];
  let rest = typed;
  while (rest.length > 0 && rest[0] !== '--') {
    const { found, rest: left } = nextWord(rest, options);
    words.push(...found.map(({ text }) => text));
    rest = left;
  }
  return [...words, ...rest];
}

function ownOptions(parser: Command, options: readonly CliOption[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const { name } of options) {
    const value: unknown = parser.getOptionValue(name);
    if (typeof value === 'string') values.set(name, value);
  }
  return values;
}

function flagsOf(parser: Command, settings: readonly NamedSetting[]): Map<SettingName, string> {
  const flags = new Map<SettingName, string>();
  for (const { name } of settings) {
    const value: unknown = parser.getOptionValue(name);
    if (typeof value === 'string') flags.set(name, value);
  }
  return flags;
}
