import type { FileInfo, Resolution } from '#contract/files.ts';
import type { Actor } from '../access/actor.ts';
import { AppError } from '../errors.ts';
import { resolutionOf } from './picture-file.ts';
import { ConcurrencyLimiter } from '../lib/concurrency-limiter.ts';
import type { AuthorizedEntry } from '../tree/authorize.ts';
import type { TreeStorage } from '../tree/resolved-path.ts';

/** Each has a file open and reads a little of it. */
const readings = new ConcurrencyLimiter({ maxConcurrent: 8, maxPerUser: 4, maxQueued: 64 });
/** Reading a few bytes is quick, or fails. */
const NEVER = new AbortController().signal;

/** With how many pixels a picture has, where its first bytes tell. All else is left as it is, and costs nothing. */
export async function withResolution(
  driver: Pick<TreeStorage, 'readFile'>,
  { account }: Pick<Actor, 'account'>,
  file: AuthorizedEntry,
  info: FileInfo,
): Promise<FileInfo> {
  if (info.type !== 'image') return info;
  const leave = await readings.acquire({ account, signal: NEVER });
  if (leave === undefined) return info;
  try {
    const resolution = await readResolution(driver, file);
    return resolution === undefined ? info : { ...info, resolution };
  } finally {
    leave();
  }
}

async function readResolution(
  driver: Pick<TreeStorage, 'readFile'>,
  { resolvedPath }: AuthorizedEntry,
): Promise<Resolution | undefined> {
  try {
    const contents = await driver.readFile(resolvedPath, { wholeUpTo: 0 });
    try {
      return await resolutionOf(contents);
    } finally {
      if (contents.kind === 'open') await contents.file.close();
    }
  } catch (error) {
    // Gone since, or not to be read by the server: what is known of it is told all the same.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
