import { StartupError } from '../lib/startup-error.ts';
import type { CliCommand } from './cli-command.ts';
import { bashCompletion } from './completion/bash.ts';
import { completionTree, type CompletedCommand } from './completion/completion-tree.ts';
import { fishCompletion } from './completion/fish.ts';
import { zshCompletion } from './completion/zsh.ts';
import { buildProgram, type CommandTable } from './program.ts';

/** The table of commands is passed, because it contains this command. */
export function completionCommandOf(table: CommandTable): CliCommand {
  return {
    arguments: [{ name: 'shell', choices: Object.keys(SHELLS) }],
    settings: [],
    details: `The script completes commands, flags and files. Load it when a shell starts:

  bash  source <(filebrowser completion bash)    in ~/.bashrc
  zsh   source <(filebrowser completion zsh)     in ~/.zshrc, after compinit
  fish  filebrowser completion fish | source     in ~/.config/fish/config.fish`,
    examples: ['filebrowser completion bash > /etc/bash_completion.d/filebrowser'],
    async run(call) {
      const [name = ''] = call.arguments;
      const script = SHELLS[name];
      if (script === undefined) {
        throw new StartupError(
          `completion: "${name}" is not supported. Choose ${Object.keys(SHELLS).join(', ')}.`,
        );
      }
      const program = buildProgram(table, () => undefined);
      await program.loadAll();
      call.print(script(completionTree(program.root)));
    },
  };
}

/** A script for each shell that is known. */
export const SHELLS: Readonly<Record<string, (tree: readonly CompletedCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};
