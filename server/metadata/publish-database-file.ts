import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/** Errors of file systems without hard links. */
const NO_HARD_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** Publishes a complete file under its final name. Returns false when the name exists. Never replaces a file. */
export function publishDatabaseFile(temporaryFile: string, file: string): boolean {
  try {
    linkSync(temporaryFile, file);
  } catch (error) {
    if (existsSync(file)) return false;
    if (!(error instanceof Error && 'code' in error && NO_HARD_LINKS.has(String(error.code)))) {
      throw error;
    }
    renameSync(temporaryFile, file);
  }
  flush(dirname(file));
  return true;
}

/** Flushes a file, or the names in a folder, so that they survive a power cut. */
export function flush(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
