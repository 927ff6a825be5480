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

/** Mode of the database file. SQLite gives its two companion files the same mode. */
const FILE_MODE = 0o640;
const FOLDER_MODE = 0o700;

/**
 * Creates the empty database file and its folder if they are missing, with explicit modes. Does not change an existing file, and
 * refuses a database of File Browser 2.
 */
export function prepareDatabaseFile(file: string): void {
  makeFolder(dirname(file));
  if (create(file)) return flushFolder(dirname(file));
  requireWritable(file);
  if (isBoltFile(file)) {
    throw new StartupError(
      `${file} is a database of File Browser 2 and was left untouched. Migrate it into a new one: filebrowser import ${file} --database NEW`,
    );
  }
}

/**
 * Returns the path of a database's lease file, and creates the folder. Symlinks are resolved, so that one database has one lease.
 */
export function pathOfLease(file: string): string {
  makeFolder(dirname(file));
  const real = existsSync(file)
    ? realpathSync(file)
    : join(realpathSync(dirname(file)), basename(file));
  return `${real}.lease`;
}

/** Offset of the two bytes that hold SQLite's write and read format: 2 with a write-ahead log, 1 without. */
const FORMATS_OFFSET = 18;
const WITHOUT_LOG = 1;
const MAX_BYTES_IN_MEMORY = 1_073_741_824;

/**
 * Returns what SQLite has to open to inspect a database without changing it: the path of the file if a process has it open. Otherwise opening
 * the file would create companion files beside it, so the contents of the file are returned, which SQLite opens in memory.
 */
export function inspectionSource(file: string): string | Buffer {
  if (existsSync(`${file}-wal`)) return file;
  if (statSync(file).size > MAX_BYTES_IN_MEMORY) {
    throw new StartupError(
      `the database ${file} is too large to be inspected while no server has it open. Start the server first.`,
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

/** Creates a folder and its missing parents. Their names survive a power cut. */
function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  if (first === undefined) return;
  for (let made = folder; ; made = dirname(made)) {
    flushFolder(dirname(made));
    if (made === first) return;
  }
}

/** Flushes the names in a folder, so that they survive a power cut, where the file system supports it. */
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

/** Errors of folders that cannot be read, and of file systems that cannot flush folders. */
const CANNOT_FLUSH = new Set(['EACCES', 'EINVAL', 'ENOTSUP', 'ENOSYS']);

/** Throws early when the file is not writable, with a clearer error than SQLite's. */
function requireWritable(file: string): void {
  closeSync(openSync(file, 'r+'));
}
