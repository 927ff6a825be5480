import { readCommit, readVersion } from '../config/version.ts';
import type { CliCommand } from './cli-command.ts';

export const versionCommand: CliCommand = {
  settings: [],
  examples: ['filebrowser version'],
  async run(call) {
    call.print(versionLine());
  },
};

/** In the format that scripts for File Browser 2 expect. */
export function versionLine(): string {
  return `File Browser v${readVersion()}/${readCommit()}`;
}
