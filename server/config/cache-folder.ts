import { mkdir, realpath } from 'node:fs/promises';
import { StartupError } from '../lib/startup-error.ts';

export interface CacheFolder {
  /** Its real path; undefined where previews are kept in memory only. */
  readonly folder: string | undefined;
  /** Why what the operator has named is not used. */
  readonly warning: string | undefined;
}

/**
 * The folder for finished previews, made where it is missing. One inside the root is not used: who writes there would decide
 * what others see. The predecessor allowed it, so that it does not keep the server from starting.
 */
export async function openCacheFolder(
  named: string | undefined,
  place: {
    readonly root: string;
    readonly manner: 'start' | 'look';
    inFolder(path: string): string;
  },
): Promise<CacheFolder> {
  if (named === undefined || named === '') return { folder: undefined, warning: undefined };
  const folder = place.inFolder(named);
  if (isInside(place.root, folder)) return refused(folder);
  if (place.manner === 'look') return { folder, warning: undefined };
  const real = await mkdir(folder, { recursive: true, mode: 0o700 })
    .then(() => realpath(folder))
    .catch((cause: NodeJS.ErrnoException) => {
      throw new StartupError(`--cacheDir: ${folder} cannot be used (${cause.code})`, { cause });
    });
  return isInside(place.root, real) ? refused(folder) : { folder: real, warning: undefined };
}

function isInside(root: string, folder: string): boolean {
  return root === '/' || folder === root || folder.startsWith(`${root}/`);
}

function refused(folder: string): CacheFolder {
  return {
    folder: undefined,
    warning: `--cacheDir: ${folder} lies inside the served folder and is not used; previews are kept in memory`,
  };
}
