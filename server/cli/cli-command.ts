import type { Surroundings } from '../config/environment.ts';
import type { SettingName } from '../config/settings.ts';
import type { Flags } from '../config/sources.ts';

/** Settings of the managed store. */
export const STORAGE_SETTINGS = [
  'storage',
  'storageEndpoint',
  'storageRegion',
  'storagePathStyle',
] as const satisfies readonly SettingName[];

/** A command in the list of all commands. Help and completion use it without loading the command. */
export interface ListedCommand {
  /** The words after the program's name: `['users', 'add']`. */
  readonly words: readonly string[];
  /** One line for the list of commands. */
  readonly summary: string;
  /** Loads the command with its dependencies, so that other starts do not wait for them. */
  load(): Promise<CliCommand>;
}

/** One command of the program, such as `users add`. */
export interface CliCommand {
  readonly arguments?: readonly CliArgument[];
  readonly options?: readonly CliOption[];
  /** Flags of the server that the command reads. Default: `database` and `config`. */
  readonly settings?: readonly SettingName[];
  /**
   * Further paragraphs for the help of the command. Paragraphs with indented lines are not wrapped; they must fit
   * into 80 columns.
   */
  readonly details?: string;
  /** Whole command lines with the program's name. */
  readonly examples: readonly string[];
  run(call: CliCall): Promise<ExitCode | void>;
}

export interface CliArgument {
  readonly name: string;
  readonly optional?: boolean;
  /** Takes all remaining words. Only for the last argument. */
  readonly many?: boolean;
  /** Suggestions for completion, which suggests files for an argument named `file` or `folder`. */
  readonly choices?: readonly string[];
}

export interface CliOption {
  /** Name as in File Browser 2: `perm.admin`, `createUserDir`. Kebab-case is accepted as well. */
  readonly name: string;
  readonly letter?: string;
  /** Name of the value in the help; undefined for a switch, which accepts `=false`. */
  readonly takes?: string;
  readonly help: string;
}

/** A parsed command line. */
export type ParsedCommandLine =
  | { readonly command: 'serve'; readonly flags: Flags }
  | { readonly command: 'print'; readonly text: string }
  | { readonly command: 'run'; readonly run: CliCommand['run']; readonly typed: TypedCall };

/** Words, options and flags that were typed for a command. */
export interface TypedCall {
  readonly arguments: readonly string[];
  /** Values by option name: the text after `=`, or 'true' for a switch. Contains only typed options. */
  readonly options: ReadonlyMap<string, string>;
  readonly flags: Flags;
}

/** Everything that a running command gets. */
export interface CliCall extends TypedCall {
  readonly surroundings: Surroundings;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  /** Prints a line of results, for people and programs. */
  print(text: string): void;
  /** Prints a line of messages that are not results. */
  printNotice(text: string): void;
}

/** 0: success. 1: failure. */
export type ExitCode = 0 | 1;

/** Option of commands that list something. */
export const JSON_OPTION: CliOption = { name: 'json', help: 'Print JSON' };
