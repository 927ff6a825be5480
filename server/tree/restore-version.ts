import { parentOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { requireAccess } from '../access/decide.ts';
import { AppError } from '../errors.ts';
import type { StoredTrash } from '../metadata/trash.ts';
import { visibilityAt } from './authorize-tree.ts';
import { replacing, requireNoTrustedSymlink } from './destination.ts';
import { entryAt } from './entry-at.ts';
import { changesAtDestination, declareMove } from './move-entry.ts';
import type { OperationControl } from './operation-control.ts';
import { removeEmptyTrash } from './purge-trash.ts';
import { resolveEntry } from './resolve-entry.ts';
import { runOperation, type Completed } from './run-operation.ts';
import type { Transferred, TransferPlan } from './transfer.ts';
import type { Tree } from './tree.ts';
import { nothingAtPath } from '../storage/driver-errors.ts';
import { takenByOther } from './tree-errors.ts';

export interface VersionRestore {
  readonly version: Pick<StoredTrash, 'path' | 'item'>;
  /** The file that gets the contents of the version. */
  readonly path: TreePath;
}

/**
 * Replaces a file by one of its versions, which leaves the trash; the present contents become a version in turn. Shares of the file go on. The
 * actor has to be allowed to modify the file. Runs no commands: File Browser 2 has no event for it.
 */
export async function restoreVersion(
  tree: Tree,
  actor: Actor,
  { version, path }: VersionRestore,
  control: OperationControl,
): Promise<Completed<Transferred>> {
  const completed = await runOperation<TransferPlan, Transferred, 'move'>(tree, {
    ...declareMove(tree, actor, control),
    event: undefined,
    plan: () => planRestore(tree, actor, { version, path }),
    items: ({ destination }) => [{ fate: 'carried', path: destination.resolvedPath }],
    // No listing shows the trash, from which the version vanishes.
    changes: changesAtDestination,
  });
  await removeEmptyTrash(tree, parentOf(version.path));
  return completed;
}

async function planRestore(
  tree: Tree,
  actor: Actor,
  { version, path }: VersionRestore,
): Promise<TransferPlan> {
  requireAccess(actor, 'modify', path);
  const stat = await entryAt(tree, version.path);
  if (stat === undefined || stat.fingerprint !== version.item) throw nothingAtPath();
  const file = await resolveEntry(tree, actor, path);
  if (file.kind === 'missing') throw nothingAtPath();
  const { target } = file;
  if (target instanceof AppError) throw target;
  requireAccess(actor, 'modify', target.resolvedPath);
  requireNoTrustedSymlink(target);
  if (target.stat.kind !== 'file') throw takenByOther();
  const destination = replacing(path, target);
  const filter = visibilityAt(actor, [path, destination.resolvedPath]);
  return { source: { resolvedPath: version.path, stat }, destination, filter };
}
