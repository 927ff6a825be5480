import { splitCommandLine } from '#contract/command-line.ts';
import type { ParseKeys } from 'i18next';

/** Returns the problem of a command being edited; an empty one has none yet. */
export function lineProblem(line: string): ParseKeys | undefined {
  if (line.trim() === '') return undefined;
  const split = splitCommandLine(withoutBackground(line));
  if (split.kind === 'words') return split.words[0] ? undefined : 'commands.noCommand';
  if (split.problem.startsWith('Unknown rune')) return 'commands.notInQuotes';
  return split.problem.includes('escape') ? 'commands.loneBackslash' : 'commands.unclosedQuote';
}

/** Returns a command without the trailing `&` that runs it in the background. */
export function withoutBackground(line: string): string {
  return line.trimEnd().replace(/&$/, '');
}
