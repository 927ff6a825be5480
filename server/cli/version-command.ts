import { readCommit, readVersion } from '../config/version.ts';
import type { CliCommand } from './cli-command.ts';

export const versionCommand: CliCommand = {
  settings: [],
  examples: ['filebrowser version'],
  async run(call) {
    call.print(versionLine());
  },
};

/** In the form that scripts made for the predecessor expect. */
export function versionLine(): string {
  return `File Browser v${readVersion()}/${readCommit()}`;
}
