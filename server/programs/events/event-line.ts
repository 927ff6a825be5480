import { splitCommandLine } from '#contract/command-line.ts';
import { expandArguments, type CommandVariables } from './expand-arguments.ts';

/** A line of the settings, prepared for one event. */
export type EventLine =
  | {
      readonly kind: 'words';
      /** The program and its arguments, which are data, or the line for a shell. */
      readonly words: readonly [string, ...string[]];
    }
  | { readonly kind: 'unreadable'; readonly problem: string };

/** Returns true for a line that ends in `&`, for which the operation does not wait. */
export function isForBackground(line: string): boolean {
  return line.trimEnd().endsWith('&');
}

/** Removes the `&` of a background hook. */
export function commandOf(line: string): string {
  const command = line.trim();
  return isForBackground(command) ? command.slice(0, -1).trim() : command;
}

/**
 * Splits a line and inserts the variables. A shell gets the line unchanged, and the variables only in its
 * environment, so that values of users are never part of what a shell reads.
 */
export function readEventLine(
  line: string,
  variables: CommandVariables,
  shell: readonly string[],
): EventLine {
  const command = commandOf(line);
  const [program, ...options] = shell;
  if (program) {
    return command === '' ? noCommand(line) : words([program, ...options, command]);
  }
  const split = splitCommandLine(command);
  if (split.kind === 'unreadable') return split;
  const [first] = split.words;
  return first ? words([...expandArguments(split.words, variables)]) : noCommand(line);
}

function words([program = '', ...args]: readonly string[]): EventLine {
  return { kind: 'words', words: [program, ...args] };
}

function noCommand(line: string): EventLine {
  return { kind: 'unreadable', problem: `'${line}' contains no command` };
}
