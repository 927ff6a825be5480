import type { CliCommand } from '../cli-command.ts';
import { importConfig } from './import-config.ts';

export const importConfigCommand: CliCommand = {
  arguments: [{ name: 'file' }],
  details: `Reads what "config export" of this program or of File Browser 2 has written, as
JSON or YAML. The key that signs sessions is not taken over.`,
  examples: ['filebrowser config import settings.json'],
  async run(call) {
    const [file = ''] = call.arguments;
    await importConfig(call, file);
  },
};
