import { type BigIntStats, closeSync } from 'node:fs';
import type { TreePath } from '#contract/paths.ts';
import { AppError } from '../../../errors.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { withDescriptor, openFolderAt, openHandleAt, statOf } from '../descriptors.ts';
import { requireEntryName } from '../entry-name.ts';
import { hasErrno } from '../node-error.ts';
import { notFound, notUtf8, openPlaceSync, REPLACEMENT } from '../walk.ts';
import type { EntryRef } from '../../entry.ts';

/** Says of a way below the start of a walk, '' for the start, whether it may be seen. Undefined: all may be. */
export type VisibilityTest = ((below: string) => boolean) | undefined;

/** The entry a walk begins with: its facts, and the folder that holds it, open. */
export interface Start {
  readonly folder: number;
  readonly stats: BigIntStats;
}

/** Whoever calls closes the folder. `not-found` when there is no such entry. */
export function openStart(root: RootDescriptor, { folder, name }: EntryRef): Start {
  requireEntryName(name);
  const fd = openPlaceSync(root, folder);
  try {
    return { folder: fd, stats: statStart(root, fd, name) };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Where the operator trusts links that lead out, a place may be one. */
function statStart(root: RootDescriptor, folder: number, name: string): BigIntStats {
  try {
    return withDescriptor(openHandleAt(folder, name, root.followExternalSymlinks), statOf);
  } catch (error) {
    if (!hasErrno(error, 'ENOENT')) throw error;
    throw name.includes(REPLACEMENT) ? notUtf8() : notFound();
  }
}

/** The folder a walk begins with, for walking on. */
export function openStartFolder(root: RootDescriptor, folder: number, name: string): number {
  return openFolderAt(folder, name, root.followExternalSymlinks);
}

/** Undefined when nothing is there. */
export function openPlaceIfThere(root: RootDescriptor, place: TreePath): number | undefined {
  try {
    return openPlaceSync(root, place);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return undefined;
    throw error;
  }
}

/** Is it gone, or something else than it was when its name was read? */
export function hasChanged(error: unknown): boolean {
  return hasErrno(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'EISDIR');
}

export function mayNotBeSeen(): AppError {
  return new AppError('forbidden', 'something in it may not be seen');
}
