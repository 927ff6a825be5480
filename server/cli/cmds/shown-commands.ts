import { TRIGGERS } from '#contract/commands.ts';
import type { CliCall } from '../cli-command.ts';
import { switchOf } from '../option-values.ts';
import { printable } from '../../lib/table.ts';
import type { CommandLists } from './command-lists.ts';

/** The lists with the numbers that `cmds rm` takes; those of one event, or of all. */
export function printCommands(call: CliCall, lists: CommandLists, event?: string): void {
  const meant = Object.entries(lists).filter(([name]) => event === undefined || name === event);
  if (switchOf(call.options, 'json') === true) {
    return call.print(JSON.stringify(Object.fromEntries(meant), null, 2));
  }
  const lines = meant
    .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
    .flatMap(([name, commands]) =>
      commands.map((line, index) => printable(`${name}(${index}): ${line}`)),
    );
  call.print(lines.length === 0 ? 'none' : lines.join('\n'));
}

/** As they follow each other when something is done. */
function placeOf(event: string): number {
  return TRIGGERS.findIndex((trigger) => trigger === event);
}
