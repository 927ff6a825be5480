import { splitCommandLine } from '#contract/command-line.ts';
import type { RefusalCode } from '#contract/refusals.ts';
import { isStorableText } from '../../metadata/codec.ts';
import { commandOf } from '../../programs/events/event-line.ts';
import { type Problem, problemWith } from '../problem.ts';

/** Characters. */
export const LONGEST_LINE = 8_192;
const MAX_LINES = 100;

/** Returns why a command line cannot be an event hook, as a text for the user; undefined if it can. */
export function commandLineProblem(line: string): Problem | undefined {
  if (line.length > LONGEST_LINE) {
    return problemWith(`has more than ${LONGEST_LINE} characters`, 'too-long', LONGEST_LINE);
  }
  if (!isStorableText(line)) return problemWith('is not readable text', 'unstorable');
  const split = splitCommandLine(commandOf(line));
  if (split.kind === 'unreadable') {
    return problemWith(`cannot be read: ${split.problem}`, unreadableCode(split.problem));
  }
  if ((split.words[0] ?? '') !== '') return undefined;
  return problemWith('contains no command', 'no-command');
}

/** Returns the code for a `problem`. Its texts are those of File Browser 2, whose clients know them (compatibility.md 8.3). */
function unreadableCode(problem: string): RefusalCode {
  if (problem.includes('closing quote')) return 'quote-open';
  return problem.includes('escape') ? 'lone-backslash' : 'not-in-quotes';
}

/** Returns the program and its arguments, without variables; nothing if the line cannot be parsed. */
export function wordsOfLine(line: string): readonly string[] {
  const split = splitCommandLine(commandOf(line));
  return split.kind === 'words' ? split.words : [];
}

/** The first wrong command of an event, and the reason. */
export interface CommandListProblem extends Problem {
  /** Index of the command; undefined if the list as a whole is wrong. */
  readonly index: number | undefined;
}

/**
 * Returns the first problem of the commands of an event. Commands that are in `stored` are not checked, so that a
 * line of an older version never prevents other changes.
 */
export function commandListProblem(
  lines: readonly string[],
  stored: readonly string[] = [],
): CommandListProblem | undefined {
  if (lines.length > MAX_LINES && lines.length > stored.length) {
    const words = `more than ${MAX_LINES} commands`;
    return { index: undefined, ...problemWith(words, 'too-many', MAX_LINES) };
  }
  for (const [index, line] of lines.entries()) {
    const problem = stored.includes(line) ? undefined : commandLineProblem(line);
    if (problem !== undefined) return { index, ...problem };
  }
  return undefined;
}
