import { BoltError } from './bolt-error.ts';
import { type ByteSource, openByteSource } from './byte-source.ts';
import { hasBoltMeta } from './meta.ts';

const SQLITE_BEGINNING = Buffer.from('SQLite format 3\0', 'latin1');

/** By what stands in it, whatever it is called, and damaged ones too. What cannot be read is none: whoever opens it is told why. */
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

/** What somebody has stored in one may look like anything. */
function isSqlite(source: ByteSource): boolean {
  const { length } = SQLITE_BEGINNING;
  return source.size >= length && source.read(0, length).equals(SQLITE_BEGINNING);
}
