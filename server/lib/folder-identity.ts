import { stat } from 'node:fs/promises';

/**
 * Returns the identity of the folder at a path of this machine, relative to the working folder. A folder that
 * replaces it has another one. Undefined without a folder.
 */
export async function folderIdentity(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found?.isDirectory() === true ? `${found.dev}:${found.ino}` : undefined;
}
