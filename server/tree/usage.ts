import type { Usage } from '#contract/files.ts';
import type { TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { absence, authorizePath, authorizeResolvedPath } from './authorize.ts';
import type { Tree } from './tree.ts';

const NOTHING: Usage = { used: 0, total: 0 };

/** Returns the space of the file system that holds a folder; nothing for a file or a broken symlink. */
export async function usageOf(tree: Tree, actor: Actor, path: TreePath): Promise<Usage> {
  authorizePath(actor, 'see', path);
  const resolution = await tree.driver.resolve(path, actor.root);
  if (resolution.kind === 'dangling') return NOTHING;
  if (resolution.kind !== 'found') throw absence(resolution);
  const folder = authorizeResolvedPath(actor, 'see', resolution.path);
  if (resolution.stat.kind !== 'folder') return NOTHING;
  return tree.driver.usage(folder);
}
