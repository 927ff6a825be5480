import { stat } from 'node:fs/promises';

/**
 * Identifies the folder at a path of this machine, counted from the working folder: a folder that takes its place later has another
 * identity. Undefined when there is no folder.
 */
export async function folderIdentity(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found?.isDirectory() === true ? `${found.dev}:${found.ino}` : undefined;
}
