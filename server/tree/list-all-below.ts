import type { TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { toActorPath } from '../access/actor-paths.ts';
import { AppError } from '../errors.ts';
import { authorizeEntry } from './authorize.ts';
import type { Tree } from './tree.ts';

/** Everything below a folder that the actor may see, as the JSON of compatibility.md 3.8 in parts. */
export async function listAllBelow(
  tree: Tree,
  actor: Actor,
  path: TreePath,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array<ArrayBuffer>>> {
  const { resolvedPath: place, stat } = await authorizeEntry(tree, actor, 'see', path);
  if (stat.kind !== 'folder') throw new AppError('invalid-request', 'path is not a directory');
  const filter = { view: actor.view, paths: [...new Set([path, place])] };
  const shownAs = toActorPath(actor, path);
  return tree.walks.list({ place, shownAs, filter }, { signal });
}
