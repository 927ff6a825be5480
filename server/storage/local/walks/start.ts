import { type BigIntStats, closeSync } from 'node:fs';
import type { TreePath } from '#contract/paths.ts';
import { AppError } from '../../../errors.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { withDescriptor, openFolderAt, openHandleAt, statOf } from '../descriptors.ts';
import { requireEntryName } from '../../entry-name.ts';
import { hasErrno } from '../node-error.ts';
import { notFound } from '../../driver-errors.ts';
import { notUtf8, openFolderSync, REPLACEMENT } from '../walk.ts';
import type { EntryRef } from '../../entry.ts';

/**
 * Decides whether an entry is visible, by its path below the start of a walk ('' for the start itself). Undefined if
 * every entry is.
 */
export type VisibilityTest = ((below: string) => boolean) | undefined;

/** The entry at which a walk begins, and its parent folder, open. */
export interface Start {
  readonly folder: number;
  readonly stats: BigIntStats;
}

/** Opens the start of a walk; the caller closes the folder. `not-found` if the entry does not exist. */
export function openStart(root: RootDescriptor, { folder, name }: EntryRef): Start {
  requireEntryName(name);
  const fd = openFolderSync(root, folder);
  try {
    return { folder: fd, stats: statStart(root, fd, name) };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Returns the facts of the start. Follows a symlink there only if the operator trusts symlinks that lead out of the root. */
function statStart(root: RootDescriptor, folder: number, name: string): BigIntStats {
  try {
    return withDescriptor(openHandleAt(folder, name, root.followExternalSymlinks), statOf);
  } catch (error) {
    if (!hasErrno(error, 'ENOENT')) throw error;
    throw name.includes(REPLACEMENT) ? notUtf8() : notFound();
  }
}

/** Opens the folder at which a walk begins, for looking up names. */
export function openStartFolder(root: RootDescriptor, folder: number, name: string): number {
  return openFolderAt(folder, name, root.followExternalSymlinks);
}

/** Opens the folder at a path. Returns undefined if it does not exist. */
export function openFolderIfPresent(root: RootDescriptor, path: TreePath): number | undefined {
  try {
    return openFolderSync(root, path);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return undefined;
    throw error;
  }
}

/** Returns true if an error means that the entry is gone or has changed its kind since its name was read. */
export function hasChanged(error: unknown): boolean {
  return hasErrno(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'EISDIR');
}
