import type { Config } from '../config/config.ts';
import type { TreeChanges } from '../events/tree-changes.ts';
import type { Logger } from '../logger.ts';
import type { StorageDriver } from './driver.ts';
import { openLocalDriver } from './local/local-driver.ts';
import { protectOwnFiles } from './local/own-files.ts';

/** Permission bits of new entries, regardless of the umask. */
export interface NewEntryModes {
  readonly fileMode: number;
  readonly dirMode: number;
}

type Served = Pick<Config, 'root' | 'files'> & Partial<Pick<Config, 'protectedPaths'>>;

export interface StorageOptions {
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
  { root, files, protectedPaths = [] }: Served,
  { fileMode, dirMode }: NewEntryModes,
  { mayBeMissing = false, index }: StorageOptions = {},
): StorageDriver {
  protectOwnFiles(protectedPaths);
  const { followExternalSymlinks } = files;
  return openLocalDriver({ root, followExternalSymlinks, mayBeMissing, fileMode, dirMode, index });
}

/** Opens another folder of this machine, such as the operator's branding folder. Fails with a message for the operator. */
export function openLocalFolder(path: string): StorageDriver {
  return openLocalDriver({ root: path });
}
