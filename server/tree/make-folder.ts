import { childPath, isWithin, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { requireAccess } from '../access/decide.ts';
import { AppError } from '../errors.ts';
import { announced, type Done } from './announced.ts';
import { absence } from './find-entry.ts';
import type { Tree } from './tree.ts';

export interface MadeFolder {
  /** Where it really lies. */
  readonly place: TreePath;
  /** False when it was there already. */
  readonly isNew: boolean;
}

/** Makes a folder and its missing parents; one that is there already is fine. Makes nothing unless all of it may be made. */
export function makeFolder(
  tree: Tree,
  actor: Actor,
  path: TreePath,
  cancelled?: () => AbortSignal,
): Promise<Done<MadeFolder>> {
  return announced(tree.events, {
    event: 'upload',
    actor,
    async plan() {
      const { place, ancestor, missing } = await planFolder(tree, actor, path);
      if (missing.length === 0) return undefined;
      authorizeMissing(actor, ancestor, missing);
      await tree.locks.hold([place], () => Promise.resolve());
      return { place };
    },
    async carryOut() {
      const { place, ancestor, missing } = await planFolder(tree, actor, path);
      if (missing.length === 0) return { place, isNew: false };
      return tree.locks.hold([place], async () => ({
        place: await makeMissing(tree, actor, ancestor, missing),
        isNew: true,
      }));
    },
    cancelled,
  });
}

interface FolderPlan {
  /** Where it lies, or is going to. */
  readonly place: TreePath;
  /** A folder that is there, and those below it that have to be made. */
  readonly ancestor: TreePath;
  readonly missing: readonly string[];
}

async function planFolder(tree: Tree, actor: Actor, path: TreePath): Promise<FolderPlan> {
  requireAccess(actor, 'create', path);
  const resolution = await tree.driver.resolve(path, actor.root);
  switch (resolution.kind) {
    case 'found': {
      const { place, stat } = resolution;
      if (stat.kind !== 'folder') throw nameTaken();
      requireAccess(actor, 'create', place);
      return { place, ancestor: place, missing: [] };
    }
    case 'missing': {
      const { ancestor, missing } = resolution;
      return { place: pathsBelow(ancestor, missing).at(-1) ?? ancestor, ancestor, missing };
    }
    case 'dangling':
      throw nameTaken();
    case 'outside':
      throw absence(resolution);
  }
}

/** Makes `names` one below the other, beginning in `ancestor`. */
export async function makeMissing(
  tree: Tree,
  actor: Actor,
  ancestor: TreePath,
  names: readonly string[],
): Promise<TreePath> {
  const folders = authorizeMissing(actor, ancestor, names);
  let parent = ancestor;
  for (const [index, folder] of folders.entries()) {
    await makeOne(tree, parent, names[index] ?? '', folder);
    parent = folder;
  }
  return parent;
}

/** `forbidden` where the actor may not make all of these; returns where they are going to lie. */
export function authorizeMissing(
  actor: Actor,
  ancestor: TreePath,
  names: readonly string[],
): readonly TreePath[] {
  const folders = pathsBelow(ancestor, names);
  for (const folder of [ancestor, ...folders]) authorizeCreateIn(actor, folder);
  return folders;
}

/**
 * The way down to a home that is not there yet is the administrator's choice, made with the scope: it may be
 * made like the home itself.
 */
export function authorizeCreateIn(actor: Actor, folder: TreePath): void {
  const isAboveHome = folder !== actor.root && isWithin(folder, actor.root);
  requireAccess(actor, 'create', isAboveHome ? actor.root : folder);
}

function pathsBelow(ancestor: TreePath, names: readonly string[]): TreePath[] {
  let parent = ancestor;
  return names.map((name) => {
    const folder = childPath(parent, name);
    if (folder === undefined)
      throw new AppError('invalid-path', 'the path is too long', {
        refusal: { code: 'path-too-long' },
      });
    parent = folder;
    return folder;
  });
}

/** Two uploads of one folder make the same parents at the same time: whoever comes second finds it there. */
async function makeOne(
  tree: Tree,
  parent: TreePath,
  name: string,
  folder: TreePath,
): Promise<void> {
  try {
    await tree.driver.makeFolder(parent, name);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'already-exists') throw error;
    const there = await tree.driver.resolve(folder, folder);
    if (there.kind !== 'found' || there.stat.kind !== 'folder') throw error;
  }
}

function nameTaken(): AppError {
  return new AppError('already-exists', 'something else has this name');
}
