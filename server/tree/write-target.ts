import { childPath, nameOf, parentOf, ROOT, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { requireAccess } from '../access/decide.ts';
import { AppError } from '../errors.ts';
import { absence } from './find-entry.ts';
import { authorizeMissing, makeMissing, authorizeCreateIn } from './make-folder.ts';
import type { Tree } from './tree.ts';
import { requireCondition, type WriteCondition } from './write-condition.ts';

/** A folder stands where a file was to be written; it is never replaced by one. */
export class TakenByFolder extends AppError {
  constructor() {
    super('already-exists', 'a folder has this name');
  }
}

/** Where a file is going to be written: judged, and free or free to be replaced. Nothing is made yet. */
export interface WriteTarget {
  /** A folder that is there, and the folders below it that have to be made first. */
  readonly ancestor: TreePath;
  readonly missingFolders: readonly string[];
  readonly name: string;
  readonly replaces: boolean;
}

export interface WritePlan {
  readonly override: boolean;
  readonly condition?: WriteCondition | undefined;
}

/** `already-exists` for a taken name unless `override`; a folder is never replaced by a file. */
export async function planWrite(
  tree: Tree,
  actor: Actor,
  path: TreePath,
  { override, condition }: WritePlan,
): Promise<WriteTarget> {
  requireAccess(actor, 'create', path);
  if (path === ROOT) throw new TakenByFolder();
  const resolution = await tree.driver.resolve(path, actor.root);
  switch (resolution.kind) {
    case 'missing':
      requireCondition(condition, undefined);
      return newTarget(actor, resolution.ancestor, resolution.missing);
    case 'found':
      if (resolution.stat.kind !== 'file') throw new TakenByFolder();
      requireCondition(condition, resolution.stat);
      if (!override) throw new AppError('already-exists', 'the name is taken');
      requireAccess(actor, 'modify', path);
      requireAccess(actor, 'modify', resolution.place);
      requireNoTrustedSymlink(resolution);
      return replacing(resolution.place);
    case 'dangling':
      throw new AppError(override ? 'forbidden' : 'already-exists', 'a broken link has this name');
    case 'outside':
      throw absence(resolution);
  }
}

/**
 * Refuses to write under the name of a symlink that leads out: a finished file gets its name in one step, which would replace the
 * symlink by a file that its target knows nothing of.
 */
export function requireNoTrustedSymlink(target: { readonly isTrustedSymlink?: true }): void {
  if (target.isTrustedSymlink === true) {
    throw new AppError('forbidden', 'a link leads out of the scope');
  }
}

/** Whether the parents that are missing could be made now, and the file be written. */
export async function requireParents(tree: Tree, actor: Actor, target: WriteTarget): Promise<void> {
  authorizeMissing(actor, target.ancestor, target.missingFolders);
  await tree.locks.hold([placeOf(target)], () => Promise.resolve());
}

/** Makes the parents that are missing; resolves with the folder to write in. */
export function makeParents(tree: Tree, actor: Actor, target: WriteTarget): Promise<TreePath> {
  const { ancestor, missingFolders } = target;
  // Without parents to make, too: whoever has to wait for a long act learns it before sending everything.
  return tree.locks.hold([placeOf(target)], async () =>
    missingFolders.length === 0 ? ancestor : makeMissing(tree, actor, ancestor, missingFolders),
  );
}

/** Where the file will lie. */
export function placeOf({ ancestor, missingFolders, name }: WriteTarget): TreePath {
  let place = ancestor;
  for (const each of [...missingFolders, name]) {
    const below = childPath(place, each);
    if (below === undefined)
      throw new AppError('invalid-path', 'the path is too long', {
        refusal: { code: 'path-too-long' },
      });
    place = below;
  }
  return place;
}

function newTarget(actor: Actor, ancestor: TreePath, missing: readonly string[]): WriteTarget {
  authorizeCreateIn(actor, ancestor);
  return {
    ancestor,
    missingFolders: missing.slice(0, -1),
    name: missing.at(-1) ?? '',
    replaces: false,
  };
}

/** Behind a link inside the scope, the file it leads to is replaced and the link stays. */
function replacing(place: TreePath): WriteTarget {
  return { ancestor: parentOf(place), missingFolders: [], name: nameOf(place), replaces: true };
}
