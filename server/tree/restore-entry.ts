import { parentOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { requireAccess } from '../access/decide.ts';
import type { StoredTrash } from '../metadata/trash.ts';
import { nothingAtPath } from '../storage/driver-errors.ts';
import { visibilityAt } from './authorize-tree.ts';
import type { ConflictPolicy } from './conflict.ts';
import { entryAt } from './entry-at.ts';
import { changesAtDestination, declareMove } from './move-entry.ts';
import type { OperationControl } from './operation-control.ts';
import { removeEmptyTrash } from './purge-trash.ts';
import { requireNotReserved } from './reserved-name.ts';
import type { ResolvedEntry } from './resolve-entry.ts';
import { runOperation, type Completed } from './run-operation.ts';
import {
  planTransferDestination,
  requireNotRoot,
  requireSameKind,
  type Transferred,
  type TransferPlan,
} from './transfer.ts';
import type { Tree } from './tree.ts';

export interface RestoreRequest {
  readonly trash: Pick<StoredTrash, 'source' | 'path' | 'item'>;
  readonly to: TreePath;
  readonly onConflict: ConflictPolicy;
}

/**
 * Moves an item out of the trash, with its shares, and creates missing folders. The actor has to be allowed to create the item at its new
 * path, and to see it at its former one. Runs no commands: File Browser 2 has no event for it.
 */
export async function restoreEntry(
  tree: Tree,
  actor: Actor,
  request: RestoreRequest,
  control: OperationControl,
): Promise<Completed<Transferred>> {
  const completed = await runOperation<TransferPlan, Transferred, 'move'>(tree, {
    ...declareMove(tree, actor, control),
    event: undefined,
    choosesFreeName: request.onConflict === 'rename',
    plan: () => planRestore(tree, actor, request),
    parents: ({ destination }) => ({ destination, action: 'create' }),
    // No listing shows the trash, from which the item vanishes.
    changes: changesAtDestination,
  });
  await removeEmptyTrash(tree, parentOf(request.trash.path));
  return completed;
}

/**
 * Returns the item in the trash. Throws unless the actor may restore it to this path, and `not-found` when it is gone from the
 * trash. Does not check what is at the path now.
 */
export async function requireRestorable(
  tree: Tree,
  actor: Actor,
  { trash, to }: Pick<RestoreRequest, 'trash' | 'to'>,
): Promise<ResolvedEntry> {
  requireAccess(actor, 'see', trash.source);
  requireNotReserved(to);
  requireAccess(actor, 'create', to);
  requireNotRoot(actor, to);
  const stat = await entryAt(tree, trash.path);
  if (stat === undefined || stat.fingerprint !== trash.item) throw nothingAtPath();
  return { resolvedPath: trash.path, stat };
}

async function planRestore(
  tree: Tree,
  actor: Actor,
  { trash, to, onConflict }: RestoreRequest,
): Promise<TransferPlan> {
  const source = await requireRestorable(tree, actor, { trash, to });
  const transfer = { from: trash.source, to, onConflict };
  const destination = await planTransferDestination(tree, actor, transfer, 'create');
  requireSameKind(source, destination);
  const filter = visibilityAt(actor, [trash.source, destination.path, destination.resolvedPath]);
  return { source, destination, filter };
}
