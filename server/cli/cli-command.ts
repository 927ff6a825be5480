import type { Surroundings } from '../config/environment.ts';
import type { SettingName } from '../config/settings.ts';
import type { Flags } from '../config/sources.ts';

/** A command as the list of all has it: known to the help and to completion before anything is loaded. */
export interface ListedCommand {
  /** Behind the program's name: `['users', 'add']`. */
  readonly words: readonly string[];
  /** One line for the list of commands. */
  readonly summary: string;
  /** What it stands on is loaded with it: a start that does something else does not wait for it. */
  load(): Promise<CliCommand>;
}

/** One command of the program, such as `users add`. */
export interface CliCommand {
  readonly arguments?: readonly CliArgument[];
  readonly options?: readonly CliOption[];
  /** The flags of the server that it reads; `database` and `config` when nothing is said. */
  readonly settings?: readonly SettingName[];
  /** Further paragraphs for its own help; one whose lines are indented stays as it is, in 80 columns. */
  readonly details?: string;
  /** Whole lines as they are typed, with the program's name. */
  readonly examples: readonly string[];
  run(call: CliCall): Promise<ExitCode | void>;
}

export interface CliArgument {
  readonly name: string;
  readonly optional?: boolean;
  /** Takes all words that are left; only for the last one. */
  readonly many?: boolean;
  /** Suggestions for completion, which suggests files for an argument named `file` or `folder`. */
  readonly choices?: readonly string[];
}

export interface CliOption {
  /** As in the predecessor: `perm.admin`, `createUserDir`. Kebab-case is understood as well. */
  readonly name: string;
  readonly letter?: string;
  /** What follows the option in the help; undefined for a switch, which understands `=false`. */
  readonly takes?: string;
  readonly help: string;
}

/** What a command line requests. */
export type Request =
  | { readonly command: 'serve'; readonly flags: Flags }
  | { readonly command: 'print'; readonly text: string }
  | { readonly command: 'run'; readonly run: CliCommand['run']; readonly typed: TypedCall };

/** What was typed for a command. */
export interface TypedCall {
  readonly arguments: readonly string[];
  /** By name; what was typed behind `=`, or 'true', for a switch. What was not typed is not there. */
  readonly options: ReadonlyMap<string, string>;
  readonly flags: Flags;
}

/** What a command is called with. */
export interface CliCall extends TypedCall {
  readonly surroundings: Surroundings;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  /** Results, for people and for programs that read them; the end of the line is added. */
  print(text: string): void;
  /** Words beside the results; the end of the line is added. */
  tell(text: string): void;
}

/** 0: done. 1: it could not be done. */
export type ExitCode = 0 | 1;

/** Of commands that list something. */
export const JSON_OPTION: CliOption = { name: 'json', help: 'Print JSON' };
