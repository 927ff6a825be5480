import { childPath, isWithin, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { requireAccess } from '../access/decide.ts';
import { AppError } from '../errors.ts';
import { absence } from './find-entry.ts';
import type { Tree } from './tree.ts';

/**
 * Makes a folder and its missing parents; one that is there already is fine. Resolves with where it really
 * lies. Nothing is made unless all of it may be made.
 */
export async function makeFolder(tree: Tree, actor: Actor, path: TreePath): Promise<TreePath> {
  requireAccess(actor, 'create', path);
  const resolution = await tree.driver.resolve(path, actor.home);
  switch (resolution.kind) {
    case 'found':
      if (resolution.stat.kind !== 'folder') throw nameTaken();
      requireAccess(actor, 'create', resolution.place);
      return resolution.place;
    case 'missing': {
      const { ancestor, missing } = resolution;
      const place = pathsBelow(ancestor, missing).at(-1) ?? ancestor;
      return tree.locks.hold([place], () => makeMissing(tree, actor, ancestor, missing));
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
  const folders = pathsBelow(ancestor, names);
  for (const folder of [ancestor, ...folders]) requireCreateAt(actor, folder);
  let parent = ancestor;
  for (const [index, folder] of folders.entries()) {
    await makeOne(tree, parent, names[index] ?? '', folder);
    parent = folder;
  }
  return parent;
}

/**
 * The way down to a home that is not there yet is the administrator's choice, made with the scope: it may be
 * made like the home itself.
 */
export function requireCreateAt(actor: Actor, folder: TreePath): void {
  const isAboveHome = folder !== actor.home && isWithin(folder, actor.home);
  requireAccess(actor, 'create', isAboveHome ? actor.home : folder);
}

function pathsBelow(ancestor: TreePath, names: readonly string[]): TreePath[] {
  let parent = ancestor;
  return names.map((name) => {
    const folder = childPath(parent, name);
    if (folder === undefined) throw new AppError('invalid-path', 'the path is too long');
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
