import { StartupError } from '../lib/startup-error.ts';
import type { CliCommand, ListedCommand } from './cli-command.ts';
import { SHELLS } from './completion/shells.ts';
import { completionTree } from './completion/completion-tree.ts';

/** Handed the list of commands, which has it in it. */
export function completionCommandOf(commands: readonly ListedCommand[]): CliCommand {
  return {
    arguments: [{ name: 'shell', holds: Object.keys(SHELLS) }],
    settings: [],
    details: `Prints a script that lets the shell complete commands, flags and files. Load it
when a shell starts:

  bash  source <(filebrowser completion bash)    in ~/.bashrc
  zsh   source <(filebrowser completion zsh)     in ~/.zshrc, after compinit
  fish  filebrowser completion fish | source     in ~/.config/fish/config.fish`,
    examples: ['filebrowser completion bash > /etc/bash_completion.d/filebrowser'],
    async run(call) {
      const [name = ''] = call.arguments;
      const script = SHELLS[name];
      if (script === undefined) {
        throw new StartupError(
          `completion is for ${Object.keys(SHELLS).join(', ')}, not "${name}"`,
        );
      }
      call.print(script(await completionTree(commands)));
    },
  };
}
