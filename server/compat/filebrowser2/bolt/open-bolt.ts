import { Bucket } from './bucket.ts';
import { openByteSource } from './byte-source.ts';
import { readMeta } from './meta.ts';
import { Pages } from './pages.ts';

/** Contents of a bolt file after its last complete transaction. */
export interface BoltFile {
  readonly root: Bucket;
  readonly pageSize: number;
  readonly transaction: bigint;
  /** True if a later transaction was interrupted. The contents are those before it. */
  readonly lostTransaction: boolean;
}

/**
 * Opens a file read-only for the duration of `read`. Throws a BoltError if the file cannot be read, or if another
 * program has changed it in the meantime.
 */
export function readBolt<Result>(path: string, read: (file: BoltFile) => Result): Result {
  const source = openByteSource(path);
  try {
    const meta = readMeta(source);
    const pages = new Pages(source, meta);
    const result = read({
      root: new Bucket(pages, { page: meta.rootPage, origin: 'the beginning of the file' }),
      pageSize: meta.pageSize,
      transaction: meta.transaction,
      lostTransaction: meta.isOnlyOne,
    });
    source.requireUnchanged();
    return result;
  } finally {
    source.close();
  }
}
