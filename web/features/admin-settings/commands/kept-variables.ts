import { splitCommandLine } from '#contract/command-line.ts';
import { COMMAND_VARIABLES } from '#contract/commands.ts';
import { givesEverything } from '../../../ui/commands/gives-everything.ts';
import { withoutBackground } from './line-problem.ts';

const REFERENCE = new RegExp(
  `\\$(?:\\{(?:${COMMAND_VARIABLES.join('|')})\\}|(?:${COMMAND_VARIABLES.join('|')})(?!\\w))`,
  'g',
);

/** Characters that an interpreter may not treat as one plain value. */
const SPECIAL = /[^\w./,:=@%+-]/;

/** Returns the variables of a command that are passed in the environment instead of being replaced. */
export function keptVariables(line: string, { hasShell }: { hasShell: boolean }): string[] {
  if (hasShell) return referencesIn(line);
  const split = splitCommandLine(withoutBackground(line));
  if (split.kind === 'unreadable' || !split.words.some(givesEverything)) return [];
  const code = split.words.filter((word) => SPECIAL.test(word.replaceAll(REFERENCE, '')));
  return [...new Set(code.flatMap(referencesIn))];
}

function referencesIn(text: string): string[] {
  return [...new Set(text.match(REFERENCE))];
}
