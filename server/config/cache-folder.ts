import { mkdir, realpath } from 'node:fs/promises';
import { StartupError } from '../lib/startup-error.ts';

export interface CacheFolder {
  /** Real path of the folder; undefined if previews are kept in memory only. */
  readonly folder: string | undefined;
  /** Reason why the configured folder is not used. */
  readonly warning: string | undefined;
}

/**
 * Opens the folder for finished previews, and creates it if it is missing. Does not use one inside the root, because
 * users who can write there would control what others see. File Browser 2 allowed that, so it does not prevent the
 * start.
 */
export async function openCacheFolder(
  named: string | undefined,
  {
    root,
    mode,
    inFolder,
  }: {
    readonly root: string;
    readonly mode: 'start' | 'inspect';
    inFolder(path: string): string;
  },
): Promise<CacheFolder> {
  if (named === undefined || named === '') return { folder: undefined, warning: undefined };
  const folder = inFolder(named);
  if (isInside(root, folder)) return refused(folder);
  if (mode === 'inspect') return { folder, warning: undefined };
  const real = await mkdir(folder, { recursive: true, mode: 0o700 })
    .then(() => realpath(folder))
    .catch((cause: NodeJS.ErrnoException) => {
      throw new StartupError(`--cacheDir: ${folder} cannot be used (${cause.code})`, { cause });
    });
  return isInside(root, real) ? refused(folder) : { folder: real, warning: undefined };
}

function isInside(root: string, folder: string): boolean {
  return root === '/' || folder === root || folder.startsWith(`${root}/`);
}

function refused(folder: string): CacheFolder {
  return {
    folder: undefined,
    warning: `--cacheDir: ${folder} is inside the served folder and is not used; previews are kept in memory`,
  };
}
