import { CommanderError } from 'commander';
import type { ParsedCommandLine } from './cli-command.ts';
import { COMMANDS, GROUPS } from './commands.ts';
import { buildProgram } from './program.ts';

/** Parses the arguments after the program's name. Throws StartupError if they are invalid. */
export async function parseCommandLine(words: readonly string[]): Promise<ParsedCommandLine> {
  let requested: ParsedCommandLine = { command: 'print', text: '' };
  const { root } = buildProgram({ commands: COMMANDS, groups: GROUPS }, (request) => {
    requested = request;
  });
  const typed = words[0] === 'help' ? [...words.slice(1), '--help'] : words;
  try {
    await root.parseAsync(typed, { from: 'user' });
  } catch (error) {
    // Commander ends the program with an error after it has printed the help.
    if (!(error instanceof CommanderError)) throw error;
  }
  return requested;
}
