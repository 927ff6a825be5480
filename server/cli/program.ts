import { Argument, Command, type ErrorOptions } from 'commander';
import { ALL_SETTINGS, type Setting, type SettingName } from '../config/settings.ts';
import type { Flags } from '../config/sources.ts';
import { nearestName } from '../lib/nearest-name.ts';
import { StartupError } from '../lib/startup-error.ts';
import type { CliArgument, CliCommand, ListedCommand, ParsedCommandLine } from './cli-command.ts';
import { FlagOption } from './flag-option.ts';
import { HELP } from './help.ts';
import { versionLine } from './version-command.ts';

const DEFAULT_SETTINGS: readonly SettingName[] = ['database', 'config'];

const INTRODUCTION = `File Browser: manage your files in a browser. Without a command, the server
starts and serves a folder.`;

const NOTES = `Each command explains itself with --help, and works while the server runs.

Each flag is also accepted in kebab-case (--base-url), as the environment
variable shown below it, and as a key of the configuration file. The flag has
priority, then the variable, the file, the stored setting and the default.
Durations are written 90s, 2h30m or 30d.`;

export interface CommandTable {
  readonly commands: readonly ListedCommand[];
  /** Descriptions of the first words that several commands share. */
  readonly groups: Readonly<Record<string, string>>;
}

export interface Program {
  readonly root: Command;
  /** Loads the modules of all commands and declares their options; without it, a command is loaded when it is selected. */
  loadAll(): Promise<void>;
}

/** Builds the command line. `onRequest` receives the parsed request; if it is called several times, the last call counts. */
export function buildProgram(
  { commands, groups }: CommandTable,
  onRequest: (request: ParsedCommandLine) => void,
): Program {
  const root = new ProgramCommand('filebrowser');
  root.description(INTRODUCTION).version(versionLine(), '-v, --version', 'Print the version');
  root.helpOption('-h, --help', 'Print this help').helpCommand(false).configureHelp(HELP);
  root.enablePositionalOptions().allowExcessArguments(false).exitOverride();
  for (const setting of ALL_SETTINGS) root.addOption(FlagOption.ofSetting(setting));
  let text = '';
  const print = (printed: string) => onRequest({ command: 'print', text: (text += printed) });
  root.configureOutput({ writeOut: print, writeErr: print });
  root.addHelpText('after', `\n${NOTES}`);
  root.action(() => onRequest({ command: 'serve', flags: flagsOf(root, ALL_SETTINGS) }));

  const unloaded = new Map<Command, ListedCommand>();
  const load = async (command: Command) => {
    const listed = unloaded.get(command);
    if (listed !== undefined) declare(command, await listed.load(), onRequest);
    unloaded.delete(command);
  };
  const parents = new Map<string, Command>();
  const optionless = new Set<Command>();
  for (const [name, description] of Object.entries(groups)) {
    const group = root.command(name).description(`${description}.`);
    optionless.add(group.hook('preSubcommand', (_, command) => load(command)));
    parents.set(name, group);
  }
  // Commander compares each new option with all others. Done for every group, this took a tenth of the time of a start.
  root.hook('preSubcommand', async (_, command) => {
    if (!optionless.delete(command)) return await load(command);
    for (const setting of ALL_SETTINGS) command.addOption(FlagOption.ofSetting(setting).hideHelp());
  });
  for (const listed of commands) {
    const [first = '', second] = listed.words;
    const parent = second === undefined ? root : (parents.get(first) ?? root);
    const command = parent.command(second ?? first).summary(listed.summary);
    unloaded.set(command.description(`${listed.summary}.`), listed);
  }
  const loadAll = async () => void (await Promise.all([...unloaded.keys()].map(load)));
  return { root, loadAll };
}

/** Adds the arguments, options and help that its module declares to a command. */
function declare(
  command: Command,
  { arguments: taken = [], options = [], run, ...declared }: CliCommand,
  onRequest: (request: ParsedCommandLine) => void,
): void {
  for (const argument of taken) command.addArgument(argumentOf(argument));
  for (const option of options) command.addOption(new FlagOption(option));
  const letters = new Set(options.map(({ letter }) => letter));
  const names = new Set(options.map(({ name }) => name));
  const { settings = DEFAULT_SETTINGS } = declared;
  const read = ALL_SETTINGS.filter(({ name }) => settings.includes(name) && !names.has(name));
  for (const setting of read) {
    const { letter, ...others } = setting;
    command.addOption(
      FlagOption.ofSetting(letters.has(letter) ? others : setting, 'Server flags:'),
    );
  }
  const { details, examples } = declared;
  if (details !== undefined) command.description(`${command.description()}\n\n${details}`);
  command.addHelpText('after', ['\nExamples:', ...examples.map((line) => `  ${line}`)].join('\n'));
  command.action(() => {
    const typed = { arguments: command.args, options: optionsOf(command, [...names]) };
    onRequest({ command: 'run', run, typed: { ...typed, flags: flagsOf(command, read) } });
  });
}

function argumentOf({ name, optional = false, many = false, choices }: CliArgument): Argument {
  const inner = many ? `${name}...` : name;
  const argument = new Argument(optional ? `[${inner}]` : `<${inner}>`);
  // For completion. The command validates its arguments.
  if (choices !== undefined) argument.argChoices = [...choices];
  return argument;
}

function optionsOf(command: Command, names: readonly string[]): Map<string, string> {
  const given = names.map((name): [string, unknown] => [name, command.getOptionValue(name)]);
  return new Map(given.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}

/** Returns the server's flags, which may also stand before the command. */
function flagsOf(command: Command, read: readonly Setting[]): Flags {
  const flags = new Map<SettingName, string>();
  for (let current: Command | null = command; current !== null; current = current.parent) {
    for (const { name } of ALL_SETTINGS) {
      const value: unknown = current.getOptionValue(name);
      if (typeof value !== 'string' || flags.has(name)) continue;
      if (read.some((setting) => setting.name === name)) flags.set(name, value);
      else if (current !== command) command.error(`error: unknown option '--${name}'`);
    }
  }
  return flags;
}

/** Creates a command whose errors are thrown as a StartupError that refers to its help. */
class ProgramCommand extends Command {
  override createCommand(name?: string): Command {
    return new ProgramCommand(name);
  }

  override error(message: string, { code }: ErrorOptions = {}): never {
    const words = [this.name()];
    for (let group = this.parent; group !== null; group = group.parent) words.unshift(group.name());
    throw new StartupError(`${this.#problem(message, code)}. See ${words.join(' ')} --help.`);
  }

  #problem(message: string, code: string | undefined): string {
    const [typed] = this.args;
    if (code === 'commander.excessArguments' && this.parent === null && typed !== undefined) {
      const names = this.commands.map((command) => command.name());
      const near = nearestName(typed, names);
      return `unknown command '${typed}'${near === undefined ? '' : ` (Did you mean ${near}?)`}`;
    }
    const text = message
      .replace(/^error: /, '')
      .replace(/\.$/, '')
      .replaceAll('\n', ' ');
    const takesMany = this.registeredArguments.some(({ variadic }) => variadic);
    if (code !== 'commander.unknownOption' || !takesMany) return text;
    return `${text}. Arguments that begin with - go after --`;
  }
}
