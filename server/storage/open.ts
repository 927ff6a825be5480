import type { Config } from '../config/config.ts';
import type { StorageDriver } from './driver.ts';
import { openLocalDriver } from './local/local-driver.ts';

/** Opens the place that holds the files. What keeps it from opening is told in words for the operator. */
export function openStorage({ root, files }: Pick<Config, 'root' | 'files'>): StorageDriver {
  return openLocalDriver({ root, followExternalLinks: files.followExternalSymlinks });
}
