import type { FileInfo, Resolution } from '#contract/files.ts';
import type { Actor } from '../access/actor.ts';
import { AppError } from '../errors.ts';
import { resolutionOf } from './picture-file.ts';
import { ConcurrencyLimiter } from '../lib/concurrency-limiter.ts';
import type { AuthorizedEntry } from '../tree/authorize.ts';
import type { TreeStorage } from '../tree/resolved-path.ts';

/** Limits open files, each of which is read in part. */
const readings = new ConcurrencyLimiter({ maxConcurrent: 8, maxPerUser: 4, maxQueued: 64 });
/** Reading a few bytes is quick, or fails. */
const NEVER = new AbortController().signal;

/** Adds the resolution of an image from its header. Other files are not read. */
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
    // The file is gone or unreadable. Its other facts are returned anyway.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
