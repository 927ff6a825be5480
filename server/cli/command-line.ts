import { Command, CommanderError } from 'commander';
import { readCommit, readVersion } from '../config/version.ts';
import { ALL_SETTINGS, settingNamed, type SettingName } from '../config/setting-list.ts';
import type { Flags } from '../config/sources.ts';
import { StartupError } from '../lib/startup-error.ts';
import { helpText } from './help.ts';

/** What the command line asks for. */
export type Request =
  | { readonly command: 'serve'; readonly flags: Flags }
  | { readonly command: 'print'; readonly text: string }
  | { readonly command: 'import-config'; readonly flags: Flags; readonly file: string }
  | {
      readonly command: 'import-users';
      readonly flags: Flags;
      readonly file: string;
      readonly overwrite: boolean;
    };

/** Reads the words behind the program's name; a mistake in them is a StartupError. */
export function parseCommandLine(words: readonly string[]): Request {
  if (words.some((word) => word === '-h' || word === '--help')) return help();
  if (words.some((word) => word === '-v' || word === '--version')) return version();

  let request: Request | undefined;
  const program = new Command('filebrowser');
  program.exitOverride().configureOutput({ writeErr: () => undefined });
  program.helpOption(false).helpCommand(false);
  declareFlags(program);

  program.argument('[command]').action((command: string | undefined) => {
    if (command !== undefined) throw unknownCommand(command);
    request = { command: 'serve', flags: flagsOf(program) };
  });
  add(program, 'version').action(() => void (request = version()));
  add(program, 'help').action(() => void (request = help()));
  add(addGroup(program, 'config'), 'import <file>').action((file: string) => {
    request = { command: 'import-config', flags: flagsOf(program), file };
  });
  add(addGroup(program, 'users'), 'import <file>')
    .option('--overwrite')
    .action((file: string, { overwrite = false }: { overwrite?: boolean }) => {
      request = { command: 'import-users', flags: flagsOf(program), file, overwrite };
    });

  parse(program, words);
  if (request === undefined) throw new Error('a command without an action');
  return request;
}

function help(): Request {
  return { command: 'print', text: helpText() };
}

/** In the form that scripts made for the predecessor expect. */
function version(): Request {
  return { command: 'print', text: `File Browser v${readVersion()}/${readCommit()}\n` };
}

function add(parent: Command, nameAndArguments: string): Command {
  return parent.command(nameAndArguments).helpOption(false).helpCommand(false);
}

/** A command that only has further ones. */
function addGroup(parent: Command, name: string): Command {
  return add(parent, `${name} [command]`).action((command: string | undefined) => {
    throw unknownCommand(command === undefined ? name : `${name} ${command}`);
  });
}

function unknownCommand(command: string): StartupError {
  return new StartupError(`there is no command "${command}"; see filebrowser --help`);
}

/** Every flag takes a value here: `canonical` has given one to the switches. */
function declareFlags(program: Command): void {
  for (const { name, letter } of ALL_SETTINGS) {
    program.option(`${letter === undefined ? '' : `-${letter}, `}--${name} <value>`);
  }
}

function flagsOf(program: Command): Flags {
  const flags = new Map<SettingName, string>();
  for (const { name } of ALL_SETTINGS) {
    const value: unknown = program.getOptionValue(name);
    if (typeof value === 'string') flags.set(name, value);
  }
  return flags;
}

function parse(program: Command, words: readonly string[]): void {
  try {
    program.parse(words.map(canonical), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const message = error.message.replace(/^error: /, '').replaceAll('\n', ' ');
    throw new StartupError(`${message}; see filebrowser --help`, { cause: error });
  }
}

/** `--base-url=/x` → `--baseURL=/x`, `--noauth` → `--noauth=true`. */
function canonical(word: string): string {
  const [, spelling, value] = /^--([^=]+)(=.*)?$/s.exec(word) ?? [];
  const setting = spelling === undefined ? undefined : settingNamed(spelling);
  if (setting === undefined) return word;
  return `--${setting.name}${value ?? (setting.takes === undefined ? '=true' : '')}`;
}
