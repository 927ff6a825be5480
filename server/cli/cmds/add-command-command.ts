import { COMMAND_VARIABLES, TRIGGERS } from '#contract/commands.ts';
import type { SettingValues } from '../../config/settings.ts';
import { type CliCommand, JSON_OPTION } from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';
import { changeCommands } from './command-lists.ts';
import { printCommands } from './shown-commands.ts';

export const addCommandCommand: CliCommand = {
  arguments: [
    { name: 'event', choices: TRIGGERS },
    { name: 'command', many: true },
  ],
  options: [JSON_OPTION],
  details: `The event is before_ or after_ with copy, delete, rename, save or upload. What runs
before can keep it from happening, by ending with another number than 0.

The command is one quoted line, or its words. No shell reads it: ${COMMAND_VARIABLES.slice(0, -1)
    .map((name) => `$${name}`)
    .join(', ')} and $${COMMAND_VARIABLES.at(-1)} are replaced as whole values, and are in its
environment as well. Quote them, or your own shell replaces them now. Words that
begin with - go behind --. It counts from the next event on.`,
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
      for (const word of remarks(values)) call.tell(word);
    });
  },
};

/** One word is a whole line as it is; several stay the words they are. */
function lineOf(words: readonly string[]): string {
  const [only = ''] = words;
  return words.length === 1 ? only : words.map(quoted).join(' ');
}

/** As `splitCommandLine` reads it again. */
function quoted(word: string): string {
  const isPlain = /^(?!#)[!-~]+$/.test(word) && !/["'\\]/.test(word);
  return isPlain ? word : `"${word.replaceAll(/["\\]/g, '\\$&')}"`;
}

function remarks({ disableExec }: SettingValues): string[] {
  if (!disableExec) return [];
  return [
    'commands are off, and none of them runs: start the server with --disableExec=false, or say so with config set',
  ];
}
