import { Readable } from 'node:stream';
import { parseCommandLine } from '../cli/command-line.ts';

/** Result of a command. */
export interface CliOutcome {
  readonly code: number;
  /** Text printed to standard output. */
  readonly printed: string;
  /** Text printed to standard error. */
  readonly messages: string;
}

interface CliOptions {
  /** The working folder and home; `filebrowser.db` is in it unless the arguments say otherwise. */
  readonly folder: string;
  /** Text on standard input. */
  readonly stdin?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Runs a command in this process with the arguments after the program's name. Throws its errors as the program prints them. */
export async function runCli(
  words: readonly string[],
  { folder, stdin = '', variables = {} }: CliOptions,
): Promise<CliOutcome> {
  const request = await parseCommandLine(words);
  if (request.command !== 'run') throw new Error('these words are no command that runs');
  let printed = '';
  let messages = '';
  const code = await request.run({
    ...request.typed,
    surroundings: { variables, workingFolder: folder, home: folder, startedByNpm: false },
    stdin: Readable.from(stdin),
    print: (text) => (printed += `${text}\n`),
    printNotice: (text) => (messages += `${text}\n`),
  });
  return { code: code ?? 0, printed, messages };
}
