import { certificateProblem } from '../lib/certificate-problem.ts';
import { StartupError } from '../lib/startup-error.ts';
import { codeOf, isOutOfSpace } from './dialect.ts';

const NO_ACCESS = 'cannot be opened: no permission; the file and its folder must be writable';
const NOT_BUILT =
  `cannot be opened: SQLite (better-sqlite3) was not built for this Node ${process.versions.node}; ` +
  'install File Browser again with it, and let npm run install scripts';

/** Message of better-sqlite3 when its install script has not run. The error has no code. */
const NO_BINDING = /^Could not locate the bindings file/;

/** Code of PostgreSQL for `invalid_authorization_specification`. A wrong password has another one. */
const CLIENT_NOT_ADMITTED = '28000';

const REASONS: Readonly<Record<string, string>> = {
  SQLITE_BUSY: 'is locked by another process; stop it, or set another file with --database',
  SQLITE_NOTADB: 'is not a database, or is damaged; it was not changed',
  SQLITE_CORRUPT: 'is damaged, and was not changed; restore a backup',
  SQLITE_CANTOPEN: NO_ACCESS,
  SQLITE_READONLY: NO_ACCESS,
  SQLITE_IOERR: 'cannot be read or written: the disk failed',
  EACCES: NO_ACCESS,
  EPERM: NO_ACCESS,
  EROFS: 'cannot be opened: the disk is read-only',
  EISDIR: 'is a folder; set a file with --database',
  ENOTDIR: 'cannot be opened: part of its path is not a folder',
  EEXIST: 'cannot be opened: part of its path is not a folder',
  ELOOP: 'cannot be opened: too many symlinks',
  ECONNREFUSED: 'cannot be reached: the connection was refused',
  ENOTFOUND: 'cannot be reached: the host does not exist',
  EAI_AGAIN: 'cannot be reached: the host name cannot be resolved',
  ETIMEDOUT: 'cannot be reached: no answer in time',
  '28P01': 'refused the user name or the password',
  '3D000': 'does not exist on that server',
  '42501': 'cannot be used: its user may not create tables',
};

/** Returns the error for a database that cannot be opened, as one line without a stack. */
export function openFailure(cause: unknown, name: string): StartupError {
  if (cause instanceof StartupError) return cause;
  return new StartupError(`the database ${name} ${reasonOf(cause)}`, { cause });
}

function reasonOf(cause: unknown): string {
  if (isOutOfSpace(cause)) return 'cannot be written: no space left on its disk';
  const code = codeOf(cause);
  // Its address or user is not admitted (pg_hba.conf), or it has to encrypt the connection. Only the message says which.
  if (code === CLIENT_NOT_ADMITTED) return `refused the connection: ${firstLineOf(cause)}`;
  if (code === 'ERR_DLOPEN_FAILED' || NO_BINDING.test(firstLineOf(cause))) return NOT_BUILT;
  // Extended codes such as SQLITE_BUSY_RECOVERY have the reason of their first two words.
  const known = REASONS[code] ?? REASONS[code.split('_', 2).join('_')];
  const certificate = certificateProblem(code, '; name that of its authority with sslrootcert');
  if (certificate !== undefined) return `cannot be reached: ${certificate}`;
  return known ?? `cannot be opened: ${firstLineOf(cause)}`;
}

function firstLineOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.split('\n', 1).join('') || 'unknown reason';
}
