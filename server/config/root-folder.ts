import { mkdir, readdir, readlink, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isTemporaryName } from '#contract/temporary-names.ts';
import { StartupError } from '../lib/startup-error.ts';
import { withTimeout } from '../lib/with-timeout.ts';

const WELCOME = `Welcome to File Browser.

This folder is yours: what you put here can be seen, fetched and added to from
the page, and files you drop into the page land here.

To serve another folder, start File Browser with

    --root /path/to/folder

You can delete this file.
`;

/** Names in the folder of a managed store. */
const STORE_FOLDERS: ReadonlySet<string> = new Set(['blobs', 'manifests', 'lost+found']);

/** Maximum time for opening the served folder. A sleeping disk takes some seconds. Milliseconds. */
const MAX_WAITING_MS = 20_000;

/** Errors of an unmounted, unplugged or unreachable disk. */
const MISSING: ReadonlySet<string | undefined> = new Set([
  'ENOENT',
  'EIO',
  'ESTALE',
  'ENOTCONN',
  'ENODEV',
  'ENXIO',
  'EHOSTDOWN',
]);

/**
 * Returns the real path of the served folder. Throws if it is not a folder or does not answer, and if it does not
 * exist, unless it is `served`, the folder that was served before: its disk may be mounted later.
 */
export async function openRoot(
  root: string,
  origin: string,
  served: string | undefined,
): Promise<string> {
  const found = await withTimeout(MAX_WAITING_MS, realRootOf(root, origin, served));
  if (found !== undefined) return found;
  throw new StartupError(`${origin}: the file system of ${root} does not answer`);
}

async function realRootOf(
  root: string,
  origin: string,
  served: string | undefined,
): Promise<string> {
  const found = await stat(root).catch(async (error: NodeJS.ErrnoException) => {
    if (served !== undefined && MISSING.has(error.code) && (await leadsTo(root, served))) {
      return undefined;
    }
    if (error.code === 'ENOENT') {
      throw new StartupError(`${origin}: the folder ${root} does not exist`, { cause: error });
    }
    throw new StartupError(`${origin}: ${root} cannot be opened (${error.code})`, { cause: error });
  });
  if (found === undefined) return served ?? root;
  if (!found.isDirectory()) throw new StartupError(`${origin}: ${root} is not a folder`);
  return realpath(root);
}

/** Returns true if a path that cannot be resolved is, or is a symlink to, the folder `served`. */
async function leadsTo(root: string, served: string): Promise<boolean> {
  if (root === served) return true;
  const target = await readlink(root).catch(() => undefined);
  return target !== undefined && resolve(dirname(root), target) === served;
}

/** Opens the default folder, used if none is configured. Creates it with a welcome file if it never existed. */
export async function openDefaultRoot(root: string, served: string | undefined): Promise<string> {
  if (root === served) return openRoot(root, 'no --root is given', served);
  try {
    await mkdir(root, { mode: 0o750 });
    await writeFile(join(root, 'Welcome.txt'), WELCOME, { flag: 'wx', mode: 0o640 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // what node:fs throws
    if (code !== 'EEXIST') {
      throw new StartupError(
        `the folder ${root} cannot be created (${code}); set another with --root`,
        {
          cause: error,
        },
      );
    }
  }
  return openRoot(root, 'no --root is given', served);
}

/**
 * Returns the real path of the folder of a managed store. Creates it if it never existed. Throws for a folder with other files, because
 * they would not be served.
 */
export async function openStoreFolder(
  folder: string,
  origin: string,
  served: string | undefined,
): Promise<string> {
  if (folder !== served) {
    await mkdir(folder, { recursive: true, mode: 0o750 }).catch((error: NodeJS.ErrnoException) => {
      // A file at the path is reported below.
      if (error.code === 'EEXIST') return;
      throw new StartupError(`${origin}: ${folder} cannot be created (${error.code})`, {
        cause: error,
      });
    });
  }
  const real = await openRoot(folder, origin, served);
  const names = await readdir(real).catch(() => []);
  const other = names.find((name) => !STORE_FOLDERS.has(name) && !isTemporaryName(name));
  if (other === undefined) return real;
  throw new StartupError(
    `${origin}: ${folder} contains "${other}", so it is not the folder of a managed store. Name an empty folder, and copy files into the store with: filebrowser storage import`,
  );
}
