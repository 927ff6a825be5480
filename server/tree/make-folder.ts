import type { TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { requireAccess } from '../access/decide.ts';
import { AppError } from '../errors.ts';
import {
  authorizeNewFolder,
  createFolders,
  planDestination,
  type Destination,
} from './destination.ts';
import { entryAt } from './entry-at.ts';
import { requireNotReserved } from './reserved-name.ts';
import { runOperation, type Completed } from './run-operation.ts';
import type { Tree } from './tree.ts';
import { journalOfWrite } from './write-file.ts';
import { takenByOther } from './tree-errors.ts';

/**
 * Creates a folder and its missing parents, or nothing unless the actor may create all of them. Returns its path without symlinks. An existing
 * folder is not an error.
 */
export function makeFolder(
  tree: Tree,
  actor: Actor,
  path: TreePath,
  cancelled?: () => AbortSignal,
): Promise<Completed<TreePath>> {
  return runOperation<Destination, TreePath, 'write'>(tree, {
    event: 'upload',
    actor,
    cancelled,
    plan: () => planFolder(tree, actor, path),
    isDone: ({ existing }) => existing !== undefined,
    paths: ({ resolvedPath }) => ({ path: resolvedPath }),
    writes: ({ resolvedPath }) => resolvedPath,
    authorize: (destination) => void authorizeNewFolder(actor, destination),
    journal: journalOfWrite,
    items: () => [],
    async remembers(_plan, target) {
      const made = await entryAt(tree, target).catch(() => undefined);
      return made && { done: { kind: 'folder', target, item: made.fingerprint } };
    },
    // `createFolders` announces each folder.
    changes: () => [],
    prepare: async (destination) => ({
      async commit() {
        const { existing, resolvedPath } = destination;
        if (existing === undefined)
          await createFolders(tree, authorizeNewFolder(actor, destination));
        return resolvedPath;
      },
    }),
  });
}

async function planFolder(tree: Tree, actor: Actor, path: TreePath): Promise<Destination> {
  requireNotReserved(path);
  requireAccess(actor, 'create', path);
  const nameTaken = takenByOther();
  return planDestination(tree, actor, {
    path,
    action: 'create',
    replaces: false,
    onExisting({ target }) {
      if (target instanceof AppError) throw target;
      if (target.stat.kind !== 'folder') throw nameTaken;
      return target;
    },
    brokenSymlink: nameTaken,
  });
}
