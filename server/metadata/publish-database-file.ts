import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/** What file systems say that know no second names. */
const NO_SECOND_NAMES = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** Gives a file that is whole its name for good. False when something has it already: nothing is ever replaced. */
export function publishDatabaseFile(part: string, file: string): boolean {
  try {
    linkSync(part, file);
  } catch (error) {
    if (existsSync(file)) return false;
    if (!(error instanceof Error && 'code' in error && NO_SECOND_NAMES.has(String(error.code)))) {
      throw error;
    }
    renameSync(part, file);
  }
  flush(dirname(file));
  return true;
}

/** What is in a file, or which names a folder has, outlives the machine's end from then on. */
export function flush(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
