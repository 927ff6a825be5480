import type { TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import type { EntryStat } from '../storage/driver.ts';
import { receiveFile, type SentFile } from './receive-file.ts';
import type { Tree } from './tree.ts';
import type { WriteCondition } from './write-condition.ts';
import { makeParents, placeOf, planWrite } from './write-target.ts';

export interface WriteRequest {
  readonly path: TreePath;
  readonly override: boolean;
  readonly condition?: WriteCondition | undefined;
  readonly file: SentFile;
}

/** Makes a new file, with its parents, or replaces one. */
export async function writeFile(
  tree: Tree,
  actor: Actor,
  { path, override, condition, file }: WriteRequest,
): Promise<EntryStat> {
  const target = await planWrite(tree, actor, path, { override, condition });
  const folder = await makeParents(tree, actor, target);
  const { name, replaces } = target;
  return receiveFile(tree, { folder, name, place: placeOf(target), replaces, condition }, file);
}
