import { bashCompletion } from './bash.ts';
import type { CompletedCommand } from './completion-tree.ts';
import { fishCompletion } from './fish.ts';
import { zshCompletion } from './zsh.ts';

/** A script for each shell that is known. */
export const SHELLS: Readonly<Record<string, (tree: readonly CompletedCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};
