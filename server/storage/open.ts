import type { BucketConfig, Config } from '../config/config.ts';
import type { TreeChanges } from '../events/tree-changes.ts';
import type { Logger } from '../logger.ts';
import type { StorageDriver } from './driver.ts';
import { openLocalDriver } from './local/local-driver.ts';
import { LocalBlobStore } from './managed/local-blob-store.ts';
import { ManagedDriver } from './managed/managed-driver.ts';
import { S3BlobStore } from './managed/s3/s3-blob-store.ts';
import { Bucket } from './managed/s3/bucket.ts';
import { BlobDrafts } from '../metadata/blob-drafts.ts';
import { totalBytes } from '../metadata/blobs.ts';
import type { Database } from '../metadata/database.ts';
import { protectOwnFiles } from './local/own-files.ts';

/** Permission bits of new entries, regardless of the umask. */
export interface NewEntryModes {
  readonly fileMode: number;
  readonly dirMode: number;
}

/** The parts of the configuration that determine the storage. */
type Served = Pick<Config, 'root' | 'files'> &
  Partial<Pick<Config, 'protectedPaths' | 'storage' | 'bucket'>>;

export interface StorageOptions {
  /** The database, which holds the tree of a managed store. */
  readonly db?: Database;
  /** True to accept a missing root, which `keeper` opens once it is mounted. */
  readonly mayBeMissing?: boolean;
  /** Services of the name index. Without them, searches walk the tree. */
  readonly index?: {
    readonly changes: Pick<TreeChanges, 'subscribe'>;
    readonly logger: Pick<Logger, 'info' | 'warn'>;
  };
}

/** Opens the storage of the served files. Fails with a message for the operator. */
export function openStorage(
  { storage = 'folder', root, bucket, files, protectedPaths = [] }: Served,
  { fileMode, dirMode }: NewEntryModes,
  { db, mayBeMissing = false, index }: StorageOptions = {},
): StorageDriver {
  if (storage === 'managed') {
    if (db === undefined) throw new Error('a managed store was opened without its database');
    return openManagedStore({ root, bucket }, { db, fileMode, dirMode, mayBeMissing });
  }
  protectOwnFiles(protectedPaths);
  const { followExternalSymlinks } = files;
  const modes = { fileMode, dirMode };
  const driver = openLocalDriver({ root, followExternalSymlinks, mayBeMissing, ...modes, index });
  // Starts a thread now, while the rest of the server starts: the first call, which checks the root, then need not wait for it.
  driver.prepare();
  return driver;
}

/** Opens another folder of this machine, such as the operator's branding folder. Fails with a message for the operator. */
export function openLocalFolder(path: string): StorageDriver {
  return openLocalDriver({ root: path });
}

/** Opens a managed store whose blobs are in a folder of this machine or in a bucket. Fails with a message for the operator. */
export function openManagedStore(
  { root, bucket }: { readonly root: string; readonly bucket?: BucketConfig | undefined },
  {
    db,
    fileMode,
    dirMode,
    mayBeMissing = false,
  }: NewEntryModes & { readonly db: Database; readonly mayBeMissing?: boolean },
): ManagedDriver {
  const blobs =
    bucket === undefined
      ? new LocalBlobStore(openLocalDriver({ root, mayBeMissing }))
      : openBucketStore(bucket, db);
  return new ManagedDriver({ db, blobs, fileMode, dirMode });
}

/** Opens the contents of a managed store in a bucket. Nothing is requested yet. */
export function openBucketStore(bucket: BucketConfig, db: Database): S3BlobStore {
  return new S3BlobStore({
    bucket: new Bucket(bucket),
    drafts: new BlobDrafts(db),
    usedBytes: () => totalBytes(db.read),
  });
}
