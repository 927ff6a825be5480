import { Readable } from 'node:stream';
import { parseCommandLine } from '../cli/command-line.ts';

/** What came of a command. */
export interface CliOutcome {
  readonly code: number;
  /** Results. */
  readonly printed: string;
  /** Words beside them. */
  readonly told: string;
}

interface CliPlace {
  /** The working folder and the home; `filebrowser.db` is in it unless the words say otherwise. */
  readonly folder: string;
  /** What comes from the standard input. */
  readonly stdin?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Runs a command in this process, from the words behind the program's name. Mistakes are thrown, as the program tells them. */
export async function runCli(
  words: readonly string[],
  { folder, stdin = '', variables = {} }: CliPlace,
): Promise<CliOutcome> {
  const request = await parseCommandLine(words);
  if (request.command !== 'run') throw new Error('these words are no command that runs');
  let printed = '';
  let told = '';
  const code = await request.run({
    ...request.typed,
    surroundings: { variables, workingFolder: folder, home: folder, startedByNpm: false },
    stdin: Readable.from(stdin),
    print: (text) => (printed += `${text}\n`),
    tell: (text) => (told += `${text}\n`),
  });
  return { code: code ?? 0, printed, told };
}
