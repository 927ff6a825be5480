import { BoltError } from './bolt-error.ts';
import { type ByteSource, openByteSource } from './byte-source.ts';
import { hasBoltMeta } from './meta.ts';

const SQLITE_BEGINNING = Buffer.from('SQLite format 3\0', 'latin1');

/**
 * Returns true for bolt files by their contents, whatever their name, including damaged ones. Returns false for an
 * unreadable file; opening it reports the reason.
 */
export function isBoltFile(path: string): boolean {
  try {
    const source = openByteSource(path);
    try {
      return !isSqlite(source) && hasBoltMeta(source);
    } finally {
      source.close();
    }
  } catch (error) {
    if (error instanceof BoltError) return false;
    throw error;
  }
}

/** A SQLite database may contain any data, even the beginning of a bolt file. */
function isSqlite(source: ByteSource): boolean {
  const { length } = SQLITE_BEGINNING;
  return source.size >= length && source.read(0, length).equals(SQLITE_BEGINNING);
}
