import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isBoltFile } from '../compat/filebrowser2/bolt/is-bolt-file.ts';
import { StartupError } from '../lib/startup-error.ts';
import { codeOf } from './dialect.ts';

/** SQLite gives its two companion files the mode of the database. */
const FILE_MODE = 0o640;
const FOLDER_MODE = 0o700;

/**
 * Makes the empty database file, and its folder, where there is none, with modes set explicitly. A file
 * that is there is only looked at: one of the predecessor is refused in words.
 */
export function prepareDatabaseFile(file: string): void {
  makeFolder(dirname(file));
  if (create(file)) return flushFolder(dirname(file));
  requireWritable(file);
  if (isBoltFile(file)) {
    throw new StartupError(
      `${file} is a database of File Browser 2, and was left untouched. Take it over into a new one: filebrowser import ${file} --database NEW`,
    );
  }
}

/** Returns the path of the lease of a database, and makes the folder. Symlinks are resolved: one database has one lease. */
export function pathOfLease(file: string): string {
  makeFolder(dirname(file));
  const real = existsSync(file)
    ? realpathSync(file)
    : join(realpathSync(dirname(file)), basename(file));
  return `${real}.lease`;
}

/** Where SQLite says how a file is read and written: 2 by a write-ahead log, 1 without. */
const FORMATS_OFFSET = 18;
const WITHOUT_LOG = 1;
const MOST_BYTES_IN_MEMORY = 1_073_741_824;

/**
 * What to open to look at a database without leaving a trace. One that somebody has open is shared with them; opening one
 * that nobody has would make SQLite's files beside it, so of that the contents are taken into memory.
 */
export function inspectionSource(file: string): string | Buffer {
  if (existsSync(`${file}-wal`)) return file;
  if (statSync(file).size > MOST_BYTES_IN_MEMORY) {
    throw new StartupError(
      `the database ${file} is too large to be looked at while no server has it open; start the server first`,
    );
  }
  const contents = readFileSync(file);
  if (contents.length > FORMATS_OFFSET + 2) {
    contents.fill(WITHOUT_LOG, FORMATS_OFFSET, FORMATS_OFFSET + 2);
  }
  return contents;
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

/** Makes a folder and those above it that are missing. Their names survive a power cut. */
function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  if (first === undefined) return;
  for (let made = folder; ; made = dirname(made)) {
    flushFolder(dirname(made));
    if (made === first) return;
  }
}

/** Makes the names in a folder survive a power cut, where the file system can. */
function flushFolder(folder: string): void {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(folder, 'r');
    fsyncSync(descriptor);
  } catch (error) {
    if (!CANNOT_FLUSH.has(codeOf(error))) throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** A folder that may be entered and not read, and file systems that cannot flush folders. */
const CANNOT_FLUSH = new Set(['EACCES', 'EINVAL', 'ENOTSUP', 'ENOSYS']);

/** So that a file we may not write is told as that, and not later by SQLite. */
function requireWritable(file: string): void {
  closeSync(openSync(file, 'r+'));
}
