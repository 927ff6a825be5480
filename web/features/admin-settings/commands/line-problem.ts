import { splitCommandLine } from '#contract/command-line.ts';
import type { ParseKeys } from 'i18next';

/** What is wrong with a line as it is typed; an empty one is none yet. */
export function lineProblem(line: string): ParseKeys | undefined {
  if (line.trim() === '') return undefined;
  const split = splitCommandLine(withoutBackground(line));
  if (split.kind === 'words') return split.words[0] ? undefined : 'commands.noCommand';
  if (split.problem.startsWith('Unknown rune')) return 'commands.notInQuotes';
  return split.problem.includes('escape') ? 'commands.loneBackslash' : 'commands.unclosedQuote';
}

/** What stands before the `&` of a line that is not waited for. */
export function withoutBackground(line: string): string {
  return line.trimEnd().replace(/&$/, '');
}
