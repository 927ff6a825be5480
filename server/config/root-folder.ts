import { mkdir, realpath, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartupError } from '../lib/startup-error.ts';

const WELCOME = `Welcome to File Browser.

This folder is yours: what you put here can be seen, fetched and added to from
the page, and files you drop into the page land here.

To serve another folder, start File Browser with

    --root /path/to/folder

You can delete this file.
`;

/** A disk that sleeps takes some seconds. */
const MOST_WAITING_MS = 20_000;

/** The real path of the served folder; one that does not exist, is no folder or does not answer stops the start. */
export async function openRoot(root: string, origin: string): Promise<string> {
  const timer = new AbortController();
  const silence = delay(MOST_WAITING_MS, undefined, { signal: timer.signal }).then(() => {
    throw new StartupError(`${origin}: the file system of ${root} does not answer`);
  });
  try {
    return await Promise.race([realRootOf(root, origin), silence]);
  } finally {
    silence.catch(() => undefined);
    timer.abort();
  }
}

async function realRootOf(root: string, origin: string): Promise<string> {
  const found = await stat(root).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      throw new StartupError(`${origin}: there is no folder ${root}`, { cause: error });
    }
    throw new StartupError(`${origin}: ${root} cannot be opened (${error.code})`, { cause: error });
  });
  if (!found.isDirectory()) throw new StartupError(`${origin}: ${root} is not a folder`);
  return realpath(root);
}

/** The folder that is served when nobody names one. It is made, with a word of welcome, when it is not there. */
export async function openDefaultRoot(root: string): Promise<string> {
  try {
    await mkdir(root, { mode: 0o750 });
    await writeFile(join(root, 'Welcome.txt'), WELCOME, { flag: 'wx', mode: 0o640 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // what node:fs throws
    if (code !== 'EEXIST') {
      throw new StartupError(`the folder ${root} cannot be made (${code}); name one with --root`, {
        cause: error,
      });
    }
  }
  return openRoot(root, 'no --root is given');
}
