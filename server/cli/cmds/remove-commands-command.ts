import { TRIGGERS } from '#contract/commands.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { type CliCommand, JSON_OPTION } from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';
import { changeCommands } from './command-lists.ts';
import { printCommands } from './shown-commands.ts';

export const removeCommandsCommand: CliCommand = {
  arguments: [
    { name: 'event', choices: TRIGGERS },
    { name: 'number' },
    { name: 'last', optional: true },
  ],
  options: [JSON_OPTION],
  details: `Numbers are those of "cmds ls". With two of them, both and all between go.`,
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
  throw new StartupError(`a command's number is meant, as "cmds ls" shows it, not "${typed}"`);
}

function without(lines: readonly string[], first: number, last: number): string[] {
  if (last < first) throw new StartupError(`${first} comes after ${last}`);
  if (last >= lines.length) {
    const there = lines.length === 0 ? 'there are none' : `the last one is ${lines.length - 1}`;
    throw new StartupError(`there is no command ${last} on that event; ${there}`);
  }
  return lines.filter((_, index) => index < first || index > last);
}
