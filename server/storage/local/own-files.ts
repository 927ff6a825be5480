import { type BigIntStats, statSync } from 'node:fs';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { AppError } from '../../errors.ts';
import { identityOf } from './entry-stat.ts';

/** Key of the environment data, of which worker threads get a copy when they start. */
const KEY = 'own files of the server';
/** SQLite replaces its companion files while the server runs. Milliseconds. */
const KNOWN_FOR_MS = 1_000;

let known: { readonly identities: ReadonlySet<string>; readonly until: number } | undefined;

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

/** Returns true if a file with this identity (see `identityOf`) is one of the server's own, whatever its name. */
export function isOwnFile(identity: string): boolean {
  return identitiesOfOwnFiles().has(identity);
}

function identitiesOfOwnFiles(): ReadonlySet<string> {
  const nowMs = performance.now();
  if (known === undefined || known.until < nowMs) {
    const identities = new Set(pathsOfOwnFiles().flatMap(identityAt));
    known = { identities, until: nowMs + KNOWN_FOR_MS };
  }
  return known.identities;
}

function identityAt(path: string): string[] {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats?.isFile() === true ? [identityOf(stats)] : [];
  } catch {
    // A path that cannot be examined cannot be opened by this process either.
    return [];
  }
}

function pathsOfOwnFiles(): readonly string[] {
  const stored: unknown = getEnvironmentData(KEY);
  return Array.isArray(stored) ? stored.map(String) : [];
}
