import { type BigIntStats, statSync } from 'node:fs';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { AppError } from '../../errors.ts';
import { identityOf } from './entry-stat.ts';

/** Key of the paths in the environment data of Node, of which worker threads get a copy when they start. */
const KEY = 'own files of the server';
/** Time after which the files are examined again, because SQLite replaces its companion files while the server runs. Milliseconds. */
const KNOWN_FOR_MS = 1_000;

interface KnownFiles {
  readonly identities: ReadonlySet<string>;
  /** True if one of them has several names. */
  readonly haveLinks: boolean;
  readonly until: number;
}

let known: KnownFiles | undefined;

/**
 * Refuses from now on to open these files under any name, including hard links and paths through trusted symlinks.
 * Must be called before worker threads start. The paths are absolute; the files need not exist.
 */
export function protectOwnFiles(paths: readonly string[]): void {
  setEnvironmentData(KEY, [...new Set([...pathsOfOwnFiles(), ...paths])]);
  known = undefined;
}

/** Throws `forbidden` for one of the server's own files, such as its database. */
export function refuseOwnFile(stats: Pick<BigIntStats, 'dev' | 'ino'>): void {
  if (isOwnFile(identityOf(stats)))
    throw new AppError('forbidden', 'this is a file of the server itself');
}

/** Returns true for one of the server's own files that has several names, under each of them. */
export function isLinkedOwnFile(stats: Pick<BigIntStats, 'dev' | 'ino' | 'nlink'>): boolean {
  // The names of most files are their only ones, and need no further examination.
  return stats.nlink > 1n && isOwnFile(identityOf(stats));
}

/** Returns true if one of the server's own files has several names. */
export function haveOwnFilesLinks(): boolean {
  return ownFiles().haveLinks;
}

/** Returns true if a file with this identity (see `identityOf`) is one of the server's own, whatever its name. */
export function isOwnFile(identity: string): boolean {
  return ownFiles().identities.has(identity);
}

function ownFiles(): KnownFiles {
  const nowMs = performance.now();
  if (known === undefined || known.until < nowMs) {
    const files = pathsOfOwnFiles().flatMap(fileAt);
    known = {
      identities: new Set(files.map(identityOf)),
      haveLinks: files.some(({ nlink }) => nlink > 1n),
      until: nowMs + KNOWN_FOR_MS,
    };
  }
  return known;
}

function fileAt(path: string): BigIntStats[] {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats?.isFile() === true ? [stats] : [];
  } catch {
    // A path that cannot be examined cannot be opened by this process either.
    return [];
  }
}

function pathsOfOwnFiles(): readonly string[] {
  const stored: unknown = getEnvironmentData(KEY);
  return Array.isArray(stored) ? stored.map(String) : [];
}
