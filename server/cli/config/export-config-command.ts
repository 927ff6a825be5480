import { resolve } from 'node:path';
import type { CliCommand } from '../cli-command.ts';
import { exportFormatOf, writeExport } from '../../compat/filebrowser2/write-export.ts';
import { withAdministration } from '../open-administration.ts';
import { exportedDocument } from './export-document.ts';

export const exportConfigCommand: CliCommand = {
  arguments: [{ name: 'file' }],
  details: `The ending of the path decides: .json, .yml or .yaml. The file holds the key that
signs sessions and links: only its owner can read it, and it should stay so.`,
  examples: ['filebrowser config export settings.json'],
  async run(call) {
    const [typed = ''] = call.arguments;
    const path = resolve(call.surroundings.workingFolder, typed);
    const format = exportFormatOf(path);
    await withAdministration(call, async ({ administration }) => {
      await writeExport(path, await exportedDocument(administration.db, format));
    });
    call.tell(`wrote ${path}`);
  },
};
