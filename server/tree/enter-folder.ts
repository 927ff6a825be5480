import { ROOT, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { AppError } from '../errors.ts';
import type { FolderDescriptor, StorageDriver } from '../storage/driver.ts';
import { authorizeAndOpen } from './authorize.ts';
import { resolveFolder } from './list-folder.ts';
import type { Tree } from './tree.ts';

/** A folder that a program is to run in, and the actor's whole scope, both held open: names may change meanwhile. */
export interface EnteredFolder {
  /** Counted from the served root, with no link in it. */
  readonly place: TreePath;
  readonly fd: number;
  /** `realPath` is where it lies on this machine. */
  readonly scope: { readonly fd: number; readonly realPath: string };
  /** To be called once, when the program has ended. */
  close(): Promise<void>;
}

/**
 * Opens a folder for a program of the actor's: `forbidden`, or `not-found`, which what is no folder is as well. The scope around it
 * is not judged: nothing runs there.
 */
export async function enterFolder(
  { driver }: Tree,
  actor: Actor,
  path: TreePath,
): Promise<EnteredFolder> {
  const { entry, opened } = await authorizeAndOpen<FolderDescriptor>(actor, 'execute', path, {
    resolve: () => resolveFolder(driver, path, actor),
    close: (folder) => folder.close(),
  });
  if (opened === undefined) throw new AppError('not-found', 'this is no folder');
  try {
    const scope = await openScope(driver, actor);
    return {
      place: entry.resolvedPath,
      fd: opened.fd,
      scope: { fd: scope.fd, realPath: realPathOf(scope, actor.root) },
      close: async () => void (await Promise.all([opened.close(), scope.close()])),
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function openScope(driver: StorageDriver, actor: Actor): Promise<FolderDescriptor> {
  const { opened } = await resolveFolder(driver, actor.root, actor);
  if (opened === undefined) throw new AppError('not-found', 'the scope is no folder');
  return opened;
}

function realPathOf({ root }: FolderDescriptor, place: TreePath): string {
  const [base = '/'] = root.ownPaths;
  if (place === ROOT) return base;
  return base === '/' ? place : `${base}${place}`;
}
