import { stat } from 'node:fs/promises';
import { identityOf } from './entry-stat.ts';

/**
 * Tells the folder at a path of this machine, counted from the working folder, from any other that comes there later;
 * undefined when there is none.
 */
export async function folderIdentity(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found?.isDirectory() === true ? identityOf(found) : undefined;
}
