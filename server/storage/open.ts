import type { Config } from '../config/config.ts';
import type { TreeChanges } from '../events/tree-changes.ts';
import type { Logger } from '../logger.ts';
import type { StorageDriver } from './driver.ts';
import { openLocalDriver } from './local/local-driver.ts';
import { LocalBlobStore } from './managed/local-blob-store.ts';
import { ManagedDriver } from './managed/managed-driver.ts';
import type { Database } from '../metadata/database.ts';
import { protectOwnFiles } from './local/own-files.ts';

/** Permission bits of new entries, regardless of the umask. */
export interface NewEntryModes {
  readonly fileMode: number;
  readonly dirMode: number;
}

type Served = Pick<Config, 'root' | 'files'> & Partial<Pick<Config, 'protectedPaths' | 'storage'>>;

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
  { storage = 'folder', root, files, protectedPaths = [] }: Served,
  { fileMode, dirMode }: NewEntryModes,
  { db, mayBeMissing = false, index }: StorageOptions = {},
): StorageDriver {
  if (storage === 'managed') {
    if (db === undefined) throw new Error('a managed store was opened without its database');
    return openManagedStore(root, { db, fileMode, dirMode, mayBeMissing });
  }
  protectOwnFiles(protectedPaths);
  const { followExternalSymlinks } = files;
  return openLocalDriver({ root, followExternalSymlinks, mayBeMissing, fileMode, dirMode, index });
}

/** Opens another folder of this machine, such as the operator's branding folder. Fails with a message for the operator. */
export function openLocalFolder(path: string): StorageDriver {
  return openLocalDriver({ root: path });
}

/** Opens a managed store whose blobs are in a folder of this machine. Fails with a message for the operator. */
export function openManagedStore(
  root: string,
  {
    db,
    fileMode,
    dirMode,
    mayBeMissing = false,
  }: NewEntryModes & { readonly db: Database; readonly mayBeMissing?: boolean },
): ManagedDriver {
  const blobs = new LocalBlobStore(openLocalDriver({ root, mayBeMissing }));
  return new ManagedDriver({ db, blobs, fileMode, dirMode });
}
