import { splitCommandLine } from '#contract/command-line.ts';
import type { RefusalCode } from '#contract/refusals.ts';
import { isStorableText } from '../../metadata/codec.ts';
import { commandOf } from '../../programs/events/event-line.ts';
import { type Problem, problemWith } from '../problem.ts';

/** Characters. */
export const LONGEST_LINE = 8_192;
const MOST_LINES = 100;

/** Why a command line cannot be run on an event, in words for who writes it; undefined when it can. */
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

/** The words are those of the wire (compatibility.md 8.3). */
function unreadableCode(problem: string): RefusalCode {
  if (problem.includes('closing quote')) return 'quote-open';
  return problem.includes('escape') ? 'lone-backslash' : 'not-in-quotes';
}

/** The program and its arguments, without variables; none when the line cannot be read. */
export function wordsOfLine(line: string): readonly string[] {
  const split = splitCommandLine(commandOf(line));
  return split.kind === 'words' ? split.words : [];
}

/** Where the commands of an event are wrong, and why. */
export interface CommandListProblem extends Problem {
  /** Undefined when it is the list as a whole. */
  readonly index: number | undefined;
}

/**
 * The first thing that is wrong with the commands of an event. What is among `stored` is not judged: whoever changes something
 * else must not be kept from it by a line of an older version.
 */
export function commandListProblem(
  lines: readonly string[],
  stored: readonly string[] = [],
): CommandListProblem | undefined {
  if (lines.length > MOST_LINES && lines.length > stored.length) {
    const words = `more than ${MOST_LINES} commands`;
    return { index: undefined, ...problemWith(words, 'too-many', MOST_LINES) };
  }
  for (const [index, line] of lines.entries()) {
    const problem = stored.includes(line) ? undefined : commandLineProblem(line);
    if (problem !== undefined) return { index, ...problem };
  }
  return undefined;
}
