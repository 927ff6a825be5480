import { stat } from 'node:fs/promises';

/**
 * Returns the identity of the folder at a path on this machine; a relative path starts at the working folder. A folder that
 * replaces it normally has another identity. Undefined if there is no folder, or it cannot be read.
 */
export async function folderIdentity(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found?.isDirectory() === true ? `${found.dev}:${found.ino}` : undefined;
}
