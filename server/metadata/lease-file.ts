import { randomBytes } from 'node:crypto';
import { accessSync, closeSync, constants, lstatSync, openSync, rmSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Sqlite, { type Database as SqliteHandle } from 'better-sqlite3';
import { withTimeout } from '../lib/with-timeout.ts';
import { codeOf, isLocked } from './dialect.ts';
import type { Lease, LeaseOutcome } from './lease.ts';

const FILE_MODE = 0o640;
/** Maximum number of attempts: another process may remove the file while it is opened. */
const MAX_ATTEMPTS = 5;
const NEXT_ATTEMPT_MS = 20;
/** Maximum time to wait for the file system, which may be a dead network mount. Milliseconds. */
const ANSWER_MS = { taking: 5_000, releasing: 1_000 } as const;

const NO_ANSWER = 'its file system does not answer';
const NO_LOCKS = 'its file system does not support locks';

/** Error codes of the system or of SQLite, including extended ones. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder does not exist',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is on a read-only file system',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  SQLITE_READONLY: 'this user may not write there',
  SQLITE_CANTOPEN: 'this user may not write there',
  SQLITE_PERM: NO_LOCKS,
  SQLITE_IOERR_LOCK: NO_LOCKS,
  SQLITE_IOERR_RDLOCK: NO_LOCKS,
  SQLITE_IOERR_CHECKRESERVEDLOCK: NO_LOCKS,
};

export interface LeaseFileOptions {
  /** Keeps the file when the lease is released. Removing it would change the time of its folder at each stop. */
  readonly stays?: boolean;
}

/** A lock that this process holds: the connection that holds it, and the inode of the locked file. */
interface Locked {
  readonly sqlite: SqliteHandle;
  readonly inode: bigint;
}

/**
 * Takes a lease by locking an empty file through SQLite, because Node has no call for locks. The kernel holds the lock, for all
 * processes and containers of the machine, until the process ends. The process must never open the file again, because closing
 * it would release the lock.
 * @param path absolute path of the file, which is created if it does not exist
 * @param probe a path in the same folder for a file that tests whether locks work there
 */
export async function leaseFile(
  path: string,
  probe: string,
  { stays = false }: LeaseFileOptions = {},
): Promise<LeaseOutcome> {
  if (!(await answers(dirname(path), ANSWER_MS.taking))) return impossible(NO_ANSWER);
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const outcome = tryLock(path);
      if (outcome === 'taken') return locksWork(probe) ? { kind: 'taken' } : impossible(NO_LOCKS);
      if (outcome !== 'replaced') return { kind: 'held', lease: leaseOf(path, outcome, stays) };
      await delay(NEXT_ATTEMPT_MS);
    }
    return { kind: 'taken' };
  } catch (error) {
    return impossible(reasonOf(error, path));
  }
}

/** Returns a path beside `path` that no other process uses. */
export function probeBeside(path: string): string {
  return `${path}.${randomBytes(8).toString('hex')}`;
}

function impossible(reason: string): LeaseOutcome {
  return { kind: 'impossible', reason };
}

/** Locks a file. `taken`: another process has locked it. `replaced`: another process has removed or replaced the file meanwhile. */
function tryLock(path: string): Locked | 'taken' | 'replaced' {
  const inode = inodeOf(path) ?? createFile(path);
  if (inode === undefined) return 'replaced';
  // SQLite would only take a shared lock on a read-only file.
  accessSync(path, constants.W_OK);
  const sqlite = new Sqlite(path, { fileMustExist: true, timeout: 0 });
  try {
    // In memory, because a journal on the disk would be a second file.
    sqlite.pragma('journal_mode = memory');
    sqlite.exec('begin exclusive');
    if (inodeOf(path) === inode) return { sqlite, inode };
    sqlite.close();
    return 'replaced';
  } catch (error) {
    sqlite.close();
    if (isLocked(error)) return 'taken';
    throw error;
  }
}

/**
 * Returns whether locks work in the folder of `probe`. Without a lock manager, a network file system answers every attempt as
 * if another process held the lock.
 */
function locksWork(probe: string): boolean {
  try {
    const locked = tryLock(probe);
    if (typeof locked === 'object') locked.sqlite.close();
    return typeof locked === 'object';
  } finally {
    rmSync(probe, { force: true });
  }
}

/** Files that this process holds. A garbage collection would close a connection that nothing refers to, and its lock would end. */
const held = new Set<SqliteHandle>();

/** Returns the lease for a lock, which keeps the connection open until it is released. */
function leaseOf(path: string, { sqlite, inode }: Locked, stays: boolean): Lease {
  held.add(sqlite);
  return {
    owner: undefined,
    held: () => Promise.resolve(),
    lost: new Promise<string>(() => undefined),
    async release(): Promise<void> {
      // A call that hangs would keep the process alive. The end of the process releases the lock anyway.
      if (!(await answers(dirname(path), ANSWER_MS.releasing))) return;
      // Before the lock ends: afterwards the file may be another server's.
      if (!stays && inodeOf(path) === inode) removeIfPossible(path);
      sqlite.close();
      held.delete(sqlite);
    },
  };
}

/** Returns whether the file system answers a query about a folder within `limitMs`. Does not block the thread. */
async function answers(folder: string, limitMs: number): Promise<boolean> {
  const answer = lstat(folder).then(
    () => true,
    () => true,
  );
  return (await withTimeout(limitMs, answer)) === true;
}

/** Removes the file. Ignores errors, because an empty file that stays is not a lock. */
function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The file system has become read-only, for instance.
  }
}

/** Returns the inode of a regular file, or undefined when nothing is there. */
function inodeOf(path: string): bigint | undefined {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (!found.isFile()) throw new Error(`${path} is not a file; remove it`);
  return found.ino;
}

/** Creates the file unless another process was faster. Returns its inode; undefined if it was removed in the meantime. */
function createFile(path: string): bigint | undefined {
  try {
    closeSync(openSync(path, 'wx', FILE_MODE));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  return inodeOf(path);
}

function reasonOf(error: unknown, path: string): string {
  const code = codeOf(error);
  if (code === 'SQLITE_NOTADB') return `${path} is not a file of File Browser; remove it`;
  const known = REASONS[code] ?? REASONS[code.split('_', 2).join('_')];
  return known ?? (error instanceof Error ? error.message : String(error));
}
