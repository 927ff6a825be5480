import type { TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import type { EntryStat } from '../storage/driver.ts';
import { announced, type Done } from './announced.ts';
import { receiveFile, type SentFile } from './receive-file.ts';
import type { Tree } from './tree.ts';
import type { WriteCondition } from './write-condition.ts';
import { makeParents, placeOf, planWrite, requireParents } from './write-target.ts';

export interface WriteRequest {
  readonly path: TreePath;
  readonly override: boolean;
  readonly condition?: WriteCondition | undefined;
  readonly file: SentFile;
  /** Aborts when its sender has left. */
  readonly cancelled?: (() => AbortSignal) | undefined;
}

/** Makes a new file, with its parents, or replaces one. */
export function writeFile(
  tree: Tree,
  actor: Actor,
  request: WriteRequest,
): Promise<Done<EntryStat>> {
  return announced(tree.events, {
    event: 'upload',
    actor,
    async plan() {
      const target = await planWrite(tree, actor, request.path, request);
      await requireParents(tree, actor, target);
      return { place: placeOf(target) };
    },
    carryOut: () => write(tree, actor, request),
    cancelled: request.cancelled,
  });
}

async function write(
  tree: Tree,
  actor: Actor,
  { path, override, condition, file }: WriteRequest,
): Promise<EntryStat> {
  const target = await planWrite(tree, actor, path, { override, condition });
  const folder = await makeParents(tree, actor, target);
  const { name, replaces } = target;
  return receiveFile(tree, { folder, name, place: placeOf(target), replaces, condition }, file);
}
