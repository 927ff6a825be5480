import { once } from 'node:events';
import type { Surroundings } from '../config/environment.ts';
import type { CliCommand, ExitCode, TypedCall } from './cli-command.ts';

/** Runs a command in this process. Resolves when its output has been written. */
export async function runCommand(
  run: CliCommand['run'],
  typed: TypedCall,
  surroundings: Surroundings,
): Promise<ExitCode> {
  endQuietlyWithReader();
  const code = await run({
    ...typed,
    surroundings,
    stdin: process.stdin,
    print: (text) => void process.stdout.write(`${text}\n`),
    printNotice: (text) => void process.stderr.write(`${text}\n`),
  });
  if (process.stdout.writableLength > 0) await once(process.stdout, 'drain');
  return code ?? 0;
}

/** Ends without an error when the reader has closed the pipe, as `| head` does. */
function endQuietlyWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}
