import { parentOf, type TreePath } from '#contract/paths.ts';
import type { StorageDriver } from '../storage/driver.ts';

declare const resolved: unique symbol;

/**
 * A path without symlinks that an actor has been authorized for, or that the server has recorded. Only the functions of authorize.ts and
 * destination.ts turn the path of a request into one, so that nothing can be read or written without authorization.
 */
export type ResolvedPath = TreePath & { readonly [resolved]: true };

/** Returns a path that the server itself has resolved and recorded, such as that of an upload. Never for the path of a request. */
export function recordedPath(path: TreePath): ResolvedPath {
  return path as ResolvedPath; // The only way to the brand besides authorization.
}

/** Returns the folder of a resolved path: no symlink leads to it either. */
export function folderOf(path: ResolvedPath): ResolvedPath {
  return recordedPath(parentOf(path));
}

/**
 * The storage as operations and reads use it. It takes only resolved paths for what is read, written or created. The operations of this
 * folder change and remove names (`move`, `remove`, `keepFile`, `trashFor`); they take them from authorized paths or from the journal.
 */
export interface TreeStorage extends Omit<
  StorageDriver,
  | 'list'
  | 'openFolder'
  | 'watch'
  | 'readFile'
  | 'checksums'
  | 'requireWritable'
  | 'makeFolder'
  | 'writeFile'
  | 'createTemporaryFile'
  | 'usage'
> {
  list(folder: ResolvedPath, signal: AbortSignal): ReturnType<StorageDriver['list']>;
  openFolder(folder: ResolvedPath): ReturnType<StorageDriver['openFolder']>;
  watch?(
    folder: ResolvedPath,
    ...options: Rest<NonNullable<StorageDriver['watch']>>
  ): ReturnType<NonNullable<StorageDriver['watch']>>;
  readFile(
    path: ResolvedPath,
    ...options: Rest<StorageDriver['readFile']>
  ): ReturnType<StorageDriver['readFile']>;
  checksums(
    path: ResolvedPath,
    ...options: Rest<StorageDriver['checksums']>
  ): ReturnType<StorageDriver['checksums']>;
  requireWritable(folder: ResolvedPath): Promise<void>;
  makeFolder(parent: ResolvedPath, name: string): ReturnType<StorageDriver['makeFolder']>;
  writeFile(
    folder: ResolvedPath,
    ...options: Rest<StorageDriver['writeFile']>
  ): ReturnType<StorageDriver['writeFile']>;
  createTemporaryFile(
    folder: ResolvedPath,
    ...options: Rest<StorageDriver['createTemporaryFile']>
  ): ReturnType<StorageDriver['createTemporaryFile']>;
  usage(folder: ResolvedPath): ReturnType<StorageDriver['usage']>;
}

type Rest<Method extends (...args: never[]) => unknown> =
  Parameters<Method> extends [unknown, ...infer Others] ? Others : never;
