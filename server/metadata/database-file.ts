import { closeSync, fchmodSync, mkdirSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartupError } from '../lib/startup-error.ts';
import { codeOf } from './dialect.ts';

/** SQLite gives its two companion files the mode of the database. */
const FILE_MODE = 0o640;
const FOLDER_MODE = 0o700;

/** The first page of a bolt file: a page header of 16 bytes, then this number. */
const BOLT_MAGIC = 0xed0cdaed;
const BOLT_MAGIC_OFFSET = 16;

/**
 * Makes the empty database file, and its folder, where there is none, with modes set explicitly. A file
 * that is there is only looked at: one of the predecessor is refused in words.
 */
export function prepareDatabaseFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: FOLDER_MODE });
  if (create(file)) return;
  if (isBoltFile(file)) {
    throw new StartupError(
      `${file} is a database of File Browser 2; taking it over is not built yet, and the file was left untouched. Name another file with --database`,
    );
  }
}

function create(file: string): boolean {
  try {
    const descriptor = openSync(file, 'wx', FILE_MODE);
    fchmodSync(descriptor, FILE_MODE); // whatever the umask is
    closeSync(descriptor);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Opened for writing, so that a file we may not write is told as that, and not later by SQLite. */
function isBoltFile(file: string): boolean {
  const start = Buffer.alloc(BOLT_MAGIC_OFFSET + 4);
  const descriptor = openSync(file, 'r+');
  try {
    readSync(descriptor, start, 0, start.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return start.readUInt32LE(BOLT_MAGIC_OFFSET) === BOLT_MAGIC;
}
