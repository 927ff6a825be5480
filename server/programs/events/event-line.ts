import { splitCommandLine } from '#contract/command-line.ts';
import { expandArguments, type CommandVariables } from './expand-arguments.ts';

/** A line of the settings, as it is run for one event. */
export type EventLine =
  | {
      readonly kind: 'words';
      /** The program first; what it gets is data, or the one line that a shell is to read. */
      readonly words: readonly [string, ...string[]];
    }
  | { readonly kind: 'unreadable'; readonly problem: string };

/** A line that ends in `&` is not waited for. */
export function isForBackground(line: string): boolean {
  return line.trimEnd().endsWith('&');
}

/** What is run: the line without the `&` of one that is not waited for. */
export function commandOf(line: string): string {
  const command = line.trim();
  return isForBackground(command) ? command.slice(0, -1).trim() : command;
}

/**
 * Takes a line apart and puts the variables in. With a shell, that gets the line as it is written, and the variables by the
 * environment only: nothing a user has chosen is ever part of what a shell reads.
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
  return { kind: 'unreadable', problem: `no command contained in '${line}'` };
}
