import { COMMAND_VARIABLES, TRIGGERS } from '#contract/commands.ts';
import { changedSettings } from '../administration/settings/change-settings.ts';
import type { SettingValues } from '../config/settings.ts';
import { AppError } from '../errors.ts';
import { nearestName } from '../lib/nearest-name.ts';
import { StartupError } from '../lib/startup-error.ts';
import { printable } from '../lib/table.ts';
import type { Database } from '../metadata/database.ts';
import { readGlobalSettings, updateGlobalSettings } from '../metadata/settings.ts';
import { type CliCommand, JSON_OPTION, type CliCall } from './cli-command.ts';
import { withAdministration } from './open-administration.ts';
import { switchOf } from './option-values.ts';

export const addCommandCommand: CliCommand = {
  arguments: [
    { name: 'event', choices: TRIGGERS },
    { name: 'command', many: true },
  ],
  options: [JSON_OPTION],
  details: `The event is before_ or after_ with copy, delete, rename, save or upload. A
command before an operation prevents it by ending with an exit code other than 0.

The command is one quoted line, or its words. No shell reads it: ${COMMAND_VARIABLES.slice(0, -1)
    .map((name) => `$${name}`)
    .join(', ')} and $${COMMAND_VARIABLES.at(-1)} are replaced by whole values, and are in
its environment too. Quote them, or your own shell replaces them now. Words that
begin with - must follow --. The command applies from the next event on.`,
  examples: [
    'filebrowser cmds add after_upload \'scan "$FILE" &\'',
    "filebrowser cmds add before_delete -- /usr/local/bin/keep --quiet '$FILE'",
  ],
  async run(call) {
    const [event = '', ...words] = call.arguments;
    const line = lineOf(words);
    await withAdministration(call, async ({ administration: { db }, values }) => {
      const lists = await changeCommands(db, event, (lines) => [...lines, line]);
      printCommands(call, lists);
      for (const word of remarks(values)) call.printNotice(word);
    });
  },
};

/** Returns a single word unchanged as the line; quotes several words. */
function lineOf(words: readonly string[]): string {
  const [only = ''] = words;
  return words.length === 1 ? only : words.map(quoted).join(' ');
}

/** Quotes a word so that `splitCommandLine` reads it again. */
function quoted(word: string): string {
  const isPlain = /^(?!#)[!-~]+$/.test(word) && !/["'\\]/.test(word);
  return isPlain ? word : `"${word.replaceAll(/["\\]/g, '\\$&')}"`;
}

function remarks({ disableExec }: SettingValues): string[] {
  if (!disableExec) return [];
  return [
    'commands are disabled, so this one does not run. Enable them with --disableExec=false, or filebrowser config set --disableExec=false.',
  ];
}

export const listCommandsCommand: CliCommand = {
  options: [
    { name: 'event', letter: 'e', takes: 'event', help: `one of ${TRIGGERS.join(', ')}` },
    JSON_OPTION,
  ],
  examples: ['filebrowser cmds ls', 'filebrowser cmds ls -e after_upload --json'],
  async run(call) {
    await withAdministration(call, async ({ administration }) => {
      const { commands } = await readGlobalSettings(administration.db.read);
      const typed = call.options.get('event');
      printCommands(call, commands, typed === undefined ? typed : eventNamed(typed, commands));
    });
  },
};

export const removeCommandsCommand: CliCommand = {
  arguments: [
    { name: 'event', choices: TRIGGERS },
    { name: 'number' },
    { name: 'last', optional: true },
  ],
  options: [JSON_OPTION],
  details: `Numbers are those of "cmds ls". Two numbers mean the range between them, inclusive.`,
  examples: ['filebrowser cmds rm after_upload 0', 'filebrowser cmds rm before_save 1 3'],
  async run(call) {
    const [event = '', from = '', to = from] = call.arguments;
    const first = numberFrom(from);
    const last = numberFrom(to);
    await withAdministration(call, async ({ administration: { db } }) => {
      const lists = await changeCommands(db, event, (lines) => without(lines, first, last));
      printCommands(call, lists);
    });
  },
};

function numberFrom(typed: string): number {
  if (/^\d{1,9}$/.test(typed)) return Number(typed);
  throw new StartupError(`"${typed}" is not the number of a command; see cmds ls`);
}

function without(lines: readonly string[], first: number, last: number): string[] {
  if (last < first) throw new StartupError(`${first} comes after ${last}`);
  if (last >= lines.length) {
    const hint = lines.length === 0 ? 'there are none' : `the last one is ${lines.length - 1}`;
    throw new StartupError(`there is no command ${last} on that event; ${hint}`);
  }
  return lines.filter((_, index) => index < first || index > last);
}

/** Command lines by event, in the order in which they run. */
export type CommandLists = Readonly<Record<string, readonly string[]>>;

/** Returns the event with the typed name. Throws a StartupError if it does not exist. */
export function eventNamed(typed: string, lists: CommandLists): string {
  if (Object.hasOwn(lists, typed)) return typed;
  const near = nearestName(typed, TRIGGERS);
  const meant = near === undefined ? '' : ` (Did you mean ${near}?)`;
  const shown = JSON.stringify(typed);
  throw new StartupError(`there is no event ${shown}${meant}; there are ${TRIGGERS.join(', ')}`);
}

/**
 * Stores the changed list of one event, and resolves with the lists of all. Refuses lines that cannot be run, with
 * the reason. Reads the list inside the transaction, so that lines added at the same moment stay.
 */
export async function changeCommands(
  db: Database,
  typedEvent: string,
  change: (lines: readonly string[]) => string[],
): Promise<CommandLists> {
  try {
    const { commands } = await db.write((tx) =>
      updateGlobalSettings(tx, (stored) => {
        const event = eventNamed(typedEvent, stored.commands);
        const lines = change(stored.commands[event] ?? []);
        return changedSettings(stored, { commands: { ...stored.commands, [event]: lines } });
      }),
    );
    return commands;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const problem = error.message.replace(/^commands\.\w+(?:\.\d+)?: /, '');
    throw new StartupError(`the line ${problem}`, { cause: error });
  }
}

/** Prints the lists of one event or of all, with the numbers that `cmds rm` takes. */
export function printCommands(call: CliCall, lists: CommandLists, event?: string): void {
  const selected = Object.entries(lists).filter(([name]) => event === undefined || name === event);
  if (switchOf(call.options, 'json') === true) {
    return call.print(JSON.stringify(Object.fromEntries(selected), null, 2));
  }
  const lines = selected
    .toSorted(([one], [other]) => positionOf(one) - positionOf(other))
    .flatMap(([name, commands]) =>
      commands.map((line, index) => printable(`${name}(${index}): ${line}`)),
    );
  call.print(lines.length === 0 ? 'none' : lines.join('\n'));
}

/** Returns the position of an event in the order of an operation. */
function positionOf(event: string): number {
  return TRIGGERS.findIndex((trigger) => trigger === event);
}
