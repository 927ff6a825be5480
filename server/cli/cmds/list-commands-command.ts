import { TRIGGERS } from '#contract/commands.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';
import { type CliCommand, JSON_OPTION } from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';
import { eventNamed } from './command-lists.ts';
import { printCommands } from './shown-commands.ts';

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
