import type { Command, Help, HelpConfiguration, Option } from 'commander';

const COLUMNS = 80;
const INDENT = ' '.repeat(8);
const COMMAND_COLUMNS = 23;

/** Lists all commands of the program, and puts descriptions of options below them, because many are long. */
export const HELP: HelpConfiguration = {
  helpWidth: COLUMNS,
  visibleCommands: (command) =>
    command.commands.flatMap((each) => (each.commands.length > 0 ? each.commands : [each])),
  subcommandTerm: (command) => wordsOf(command).slice('filebrowser '.length),
  optionTerm: ({ flags }: Option) => (flags.startsWith('--') ? `    ${flags}` : flags),
  commandUsage: (command) => `${wordsOf(command)} ${command.usage()}`,
  formatItem(term: string, _width: number, description: string, helper: Help): string {
    if (!term.includes('--')) return `  ${term.padEnd(COMMAND_COLUMNS)}  ${description}`;
    const lines = helper.boxWrap(description, COLUMNS - INDENT.length).split('\n');
    return [`  ${term}`, ...lines.map((line) => INDENT + line)].join('\n');
  },
};

function wordsOf(command: Command): string {
  return command.parent === null ? command.name() : `${wordsOf(command.parent)} ${command.name()}`;
}
