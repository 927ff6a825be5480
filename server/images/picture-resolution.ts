import type { FileInfo } from '#contract/files.ts';
import type { PhotoFacts } from '#contract/metadata.ts';
import type { Actor } from '../access/actor.ts';
import { AppError } from '../errors.ts';
import { photoFactsOf, resolutionOf } from './picture-file.ts';
import { ConcurrencyLimiter } from '../lib/concurrency-limiter.ts';
import type { FileContents } from '../storage/driver.ts';
import type { AuthorizedEntry } from '../tree/authorize.ts';
import type { TreeStorage } from '../tree/resolved-path.ts';

/** Limits open files, each of which is read in part. */
const readings = new ConcurrencyLimiter({ maxConcurrent: 8, maxPerUser: 4, maxQueued: 64 });
/** Reading a few bytes is quick, or fails. */
const NEVER = new AbortController().signal;

/** Adds the resolution of an image from its header. Other files are not read. */
export async function withResolution(
  driver: Pick<TreeStorage, 'readFile'>,
  actor: Pick<Actor, 'account'>,
  file: AuthorizedEntry,
  info: FileInfo,
): Promise<FileInfo> {
  if (info.type !== 'image') return info;
  const resolution = await readResolution(driver, actor, file);
  return resolution === undefined ? info : { ...info, resolution };
}

/** Reads the size of an image in pixels, after its rotation; undefined for other files. */
export function readResolution(
  driver: Pick<TreeStorage, 'readFile'>,
  actor: Pick<Actor, 'account'>,
  file: AuthorizedEntry,
): Promise<{ readonly width: number; readonly height: number } | undefined> {
  return readPart(driver, actor, file, resolutionOf);
}

/** Reads what a camera has stored in a photo; undefined for other files. */
export function readPhoto(
  driver: Pick<TreeStorage, 'readFile'>,
  actor: Pick<Actor, 'account'>,
  file: AuthorizedEntry,
): Promise<PhotoFacts | undefined> {
  return readPart(driver, actor, file, photoFactsOf);
}

/** Reads some bytes of a file. Resolves to undefined if too many files are being read, or this one is gone or unreadable. */
async function readPart<T>(
  driver: Pick<TreeStorage, 'readFile'>,
  { account }: Pick<Actor, 'account'>,
  { resolvedPath }: AuthorizedEntry,
  read: (contents: FileContents) => Promise<T | undefined>,
): Promise<T | undefined> {
  const leave = await readings.acquire({ account, signal: NEVER });
  if (leave === undefined) return undefined;
  try {
    const contents = await driver.readFile(resolvedPath, { wholeUpTo: 0 });
    try {
      return await read(contents);
    } finally {
      if (contents.kind === 'open') await contents.file.close();
    }
  } catch (error) {
    // The other facts of the file are returned anyway.
    if (error instanceof AppError) return undefined;
    throw error;
  } finally {
    leave();
  }
}
