import type { Usage } from '#contract/files.ts';
import type { TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { requireAccess } from '../access/decide.ts';
import { absence } from './find-entry.ts';
import type { Tree } from './tree.ts';

const NOTHING: Usage = { used: 0, total: 0 };

/** Of the file system that holds a folder; a file or a broken link has none of its own. */
export async function usageOf(tree: Tree, actor: Actor, path: TreePath): Promise<Usage> {
  requireAccess(actor, 'see', path);
  const resolution = await tree.driver.resolve(path, actor.root);
  if (resolution.kind === 'dangling') return NOTHING;
  if (resolution.kind !== 'found') throw absence(resolution);
  if (resolution.place !== path) requireAccess(actor, 'see', resolution.place);
  if (resolution.stat.kind !== 'folder') return NOTHING;
  return tree.driver.usage(resolution.place);
}
