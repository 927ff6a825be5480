import { Bucket } from './bucket.ts';
import { openByteSource } from './byte-source.ts';
import { readMeta } from './meta.ts';
import { Pages } from './pages.ts';

/** What a bolt file held when its last transaction ended. */
export interface BoltFile {
  readonly root: Bucket;
  readonly pageSize: number;
  readonly transaction: bigint;
  /** A later transaction was cut off; what is read is what was there before it. */
  readonly lostTransaction: boolean;
}

/**
 * Opens a file, which is only read, for as long as `read` takes; whatever is wrong with it is a BoltError. What `read` makes of
 * it counts only when nobody has written to the file meanwhile.
 */
export function readBolt<Result>(path: string, read: (file: BoltFile) => Result): Result {
  const source = openByteSource(path);
  try {
    const meta = readMeta(source);
    const pages = new Pages(source, meta);
    const result = read({
      root: new Bucket(pages, { page: meta.rootPage, way: 'the beginning of the file' }),
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
