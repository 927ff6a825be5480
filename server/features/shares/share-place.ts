import { nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../../access/actor.ts';
import { requireChildPath } from '../../tree/entry-paths.ts';
import type { Tree } from '../../tree/tree.ts';

/**
 * Where what has this name lies: links on the way are followed, the name itself is not. Two ways to one item are one place,
 * and a name without its folder is the place it would have.
 */
export async function placeOfName(
  { driver }: Tree,
  { root }: Actor,
  path: TreePath,
): Promise<TreePath> {
  if (path === root) return path;
  const folder = await driver.resolve(parentOf(path), root);
  return folder.kind === 'found' ? requireChildPath(folder.place, nameOf(path)) : path;
}
