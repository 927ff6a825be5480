import { AppError } from '../errors.ts';
import { StartupError } from '../lib/startup-error.ts';
import { endProcess } from './end-process.ts';

/** Ends the process: one line for what an operator can mend, a stack for what is our own fault. */
export function exitWith(error: unknown): Promise<never> {
  const isMendable = error instanceof StartupError || error instanceof AppError;
  if (isMendable) process.stderr.write(`filebrowser: ${error.message}\n`);
  else console.error(error);
  return endProcess(1);
}
