import { type BigIntStats, constants } from 'node:fs';
import { nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import { isShared, releaseShared, type SharedBuffers } from '../../lib/shared-buffers.ts';
import type { Resolution } from '../driver.ts';
import type { RootDescriptor } from './root-descriptor.ts';
import { withDescriptor, openReadableFolderAt, reopen, statOf } from './descriptors.ts';
import { toEntryStat } from './entry-stat.ts';
import { hasErrno } from './node-error.ts';
import { fillSync, openRegularAt, type OpenRegularFile, readAllSync } from './read-file.ts';
import { withFolderAt, notUtf8, REPLACEMENT } from './walk.ts';
import type { EntryStat } from '../entry.ts';

/** A file that was opened for reading; a small one with its contents, and closed already. */
export type FileReading =
  | { readonly kind: 'whole'; readonly stat: EntryStat; readonly bytes: Uint8Array }
  | { readonly kind: 'open'; readonly stat: EntryStat; readonly fd: number };

/** How a worker reads files. */
export interface Reading {
  /** Maximum size of a file that is read whole. Bytes. */
  readonly wholeUpTo: number;
  /** Buffers for the contents, if the main thread releases them. */
  readonly buffers: SharedBuffers | undefined;
}

/** A folder that is open for reading its names. */
export interface OpenedFolder {
  readonly fd: number;
  readonly stat: EntryStat;
  readonly isLarge: boolean;
}

/** Size of a folder of some hundreds of names on most file systems. Bytes. */
const LARGE_FOLDER_BYTES = 16 * 1024;

/**
 * Returns true if the size of a folder shows that it holds hundreds of entries. Some file systems state the same size for all folders. A folder
 * of one block may be empty: on FAT and exFAT, a block (cluster) has up to 128 KiB and more.
 */
export function isLargeFolder({ size, blksize }: Pick<BigIntStats, 'size' | 'blksize'>): boolean {
  return size >= LARGE_FOLDER_BYTES && size > blksize;
}

function openedFolder(fd: number): OpenedFolder {
  const stats = statOf(fd);
  return { fd, stat: toEntryStat(stats), isLarge: isLargeFolder(stats) };
}

export function openFolder(root: RootDescriptor, folder: TreePath): OpenedFolder {
  const fd = withFolderAt(root, folder, (walked) => reopen(walked, constants.O_RDONLY));
  return openedFolder(fd);
}

/** Opens a folder that a walk has just found in `parent`. */
export function openSeenFolderAt(parent: number, name: string): OpenedFolder {
  return openedFolder(openReadableFolderAt(parent, name));
}

/** Opens a folder that a walk has not visited: the root, or a folder behind a symlink that leads out of it. */
export function openResolved(
  root: RootDescriptor,
  resolution: Resolution,
): OpenedFolder | undefined {
  const isFolder = resolution.kind === 'found' && resolution.stat.kind === 'folder';
  return isFolder ? openFolder(root, resolution.path) : undefined;
}

/** Opens a regular file that a walk has not visited, as `openResolved` does for folders. */
export function readResolved(
  root: RootDescriptor,
  resolution: Resolution,
  reading: Reading,
): FileReading | undefined {
  if (resolution.kind !== 'found' || resolution.stat.kind !== 'file') return undefined;
  const { path } = resolution;
  return withFolderAt(root, parentOf(path), (fd) => readFile(root, fd, nameOf(path), reading));
}

/** Opens a regular file of a folder by its name, and reads it if it is small. */
export function readFile(
  root: RootDescriptor,
  folder: number,
  name: string,
  reading: Reading,
): FileReading {
  return readOpened(openRegular(root, folder, name), reading);
}

/** Reads a small file and closes it; leaves a large one open for the caller. */
export function readOpened(
  { fd, stat }: OpenRegularFile,
  { wholeUpTo, buffers }: Reading,
): FileReading {
  if (stat.size > wholeUpTo) return { kind: 'open', fd, stat };
  return withDescriptor(fd, () => {
    const bytes = buffers ? readShared(fd, stat.size, buffers) : readAllSync(fd, stat.size);
    return { kind: 'whole', bytes, stat: { ...stat, size: bytes.length } };
  });
}

/** Releases the memory of a small file that is not sent after all. */
export function releaseReading(reading: Extract<FileReading, { kind: 'whole' }>): void {
  if (isShared(reading.bytes)) releaseShared(reading.bytes);
}

/** Reads a file into a buffer that is used again, if one is free. */
function readShared(fd: number, size: number, buffers: SharedBuffers): Uint8Array {
  const target = buffers.take(size);
  if (!target) return readAllSync(fd, size);
  try {
    return target.subarray(0, fillSync(fd, target));
  } catch (error) {
    releaseShared(target);
    throw error;
  }
}

function openRegular(root: RootDescriptor, folder: number, name: string) {
  try {
    const options = { flags: constants.O_RDONLY, follow: root.followExternalSymlinks };
    return openRegularAt(folder, name, options);
  } catch (error) {
    throw hasErrno(error, 'ENOENT') && name.includes(REPLACEMENT) ? notUtf8() : error;
  }
}
