import type { TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { AppError } from '../errors.ts';
import type { OpenFolder, ProgramFolder } from '../storage/folder-listing.ts';
import type { TreeStorage } from './resolved-path.ts';
import { authorizeAndOpen } from './authorize.ts';
import type { Tree } from './tree.ts';

/** A folder in which a program is going to run, and the actor's whole scope. Both are open, because names may change. */
export interface EnteredFolder {
  /** The resolved path from the served root. */
  readonly path: TreePath;
  readonly fd: number;
  /** `realPath` is its absolute path on this machine. */
  readonly scope: { readonly fd: number; readonly realPath: string };
  /** Must be called once, when the program has ended. */
  close(): Promise<void>;
}

/**
 * Opens a folder for a program of the actor. Fails with `forbidden` or `not-found`; the latter also if it is not a
 * folder. The scope is not authorized, because nothing runs there.
 */
export async function enterFolder(
  { driver }: Tree,
  actor: Actor,
  path: TreePath,
): Promise<EnteredFolder> {
  const { entry, opened } = await authorizeAndOpen<OpenFolder>(actor, 'execute', path, {
    resolve: () => driver.resolveFolder(path, actor),
    close: (folder) => folder.close(),
  });
  if (opened === undefined) throw new AppError('not-found', 'this is no folder');
  try {
    const scope = await openScope(driver, actor);
    return {
      path: entry.resolvedPath,
      fd: requirePrograms(opened).stdio,
      scope: scopeOf(scope),
      close: async () => void (await Promise.all([opened.close(), scope.close()])),
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function openScope(driver: TreeStorage, actor: Actor): Promise<OpenFolder> {
  const { opened } = await driver.resolveFolder(actor.root, actor);
  if (opened === undefined) throw new AppError('not-found', 'the scope is no folder');
  return opened;
}

function scopeOf(scope: OpenFolder): EnteredFolder['scope'] {
  const { stdio, realPath } = requirePrograms(scope);
  return { fd: stdio, realPath };
}

function requirePrograms({ forPrograms }: OpenFolder): ProgramFolder {
  if (forPrograms !== undefined) return forPrograms;
  throw new AppError('storage-failed', 'programs cannot run in the folders of this storage');
}
