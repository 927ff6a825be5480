import type { Config } from '../config/config.ts';
import type { StorageDriver } from './driver.ts';
import { openLocalDriver } from './local/local-driver.ts';
import { protectOwnFiles } from './local/own-files.ts';

/** Permission bits of what is made, whatever the umask. */
export interface NewEntryModes {
  readonly fileMode: number;
  readonly dirMode: number;
}

type Served = Pick<Config, 'root' | 'files'> & Partial<Pick<Config, 'protectedPaths'>>;

/** Opens the place that holds the files. What keeps it from opening is told in words for the operator. */
export function openStorage(
  { root, files, protectedPaths = [] }: Served,
  { fileMode, dirMode }: NewEntryModes,
  { mayBeMissing = false }: { readonly mayBeMissing?: boolean } = {},
): StorageDriver {
  protectOwnFiles(protectedPaths);
  const followExternalSymlinks = files.followExternalSymlinks;
  return openLocalDriver({ root, followExternalSymlinks, mayBeMissing, fileMode, dirMode });
}
