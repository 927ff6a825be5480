import { STATUS_DONE } from '../../http/audit.ts';
import type { AuditEntry } from '#contract/audit.ts';
import type { TreePath } from '#contract/paths.ts';
import { errorReply } from '../../http/error-reply.ts';
import type { StoredTrash } from '../../metadata/trash.ts';
import { findUserById } from '../../metadata/users.ts';
import { authorizePath } from '../../tree/authorize.ts';
import type { ConflictPolicy } from '../../tree/conflict.ts';
import { untilCancelled, type OperationControl } from '../../tree/operation-control.ts';
import { purgeTrash } from '../../tree/purge-trash.ts';
import { restoreEntry } from '../../tree/restore-entry.ts';
import type { Caller, TrashService } from './trash.ts';

interface RestoreWish {
  readonly trash: StoredTrash;
  readonly to: TreePath;
  readonly onConflict: ConflictPolicy;
}

/** Restores one item, and records it in the audit log. Returns its new path. */
export function restoreItem(
  service: TrashService,
  caller: Caller,
  wish: RestoreWish,
  control: OperationControl,
): Promise<TreePath> {
  const { trash, to } = wish;
  const facts = { act: 'restore', about: trash.source, destination: to } as const;
  return recorded(service, caller, facts, async () => {
    const { result } = await restoreEntry(service.tree, caller.actor, wish, control);
    return result.path;
  });
}

/** Deletes one item for good, and records it in the audit log. */
export function purgeItem(
  service: TrashService,
  caller: Caller,
  trash: StoredTrash,
  control: OperationControl,
): Promise<void> {
  const facts = { act: 'trash-delete', about: trash.source } as const;
  return recorded(service, caller, facts, () =>
    purgeSilently(service, caller.actor, trash, control),
  );
}

/** Deletes one item for good. Needs the permission that its deletion has needed. */
export async function purgeSilently(
  { tree }: Pick<TrashService, 'tree'>,
  actor: Caller['actor'],
  trash: StoredTrash,
  control: OperationControl,
): Promise<void> {
  authorizePath(actor, 'delete', trash.source);
  await purgeTrash(tree, trash, untilCancelled(control));
}

/** Records what was done, refused or failed in the audit log. */
export async function recorded<Result>(
  { audit, db }: TrashService,
  { actor, address }: Caller,
  facts: Pick<AuditEntry, 'act' | 'about' | 'destination'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const { userId, username } = actor;
  const record = async (status: number): Promise<void> => {
    const user = await findUserById(db.read, userId).catch(() => undefined);
    audit.record(
      { at: Date.now(), username, address, ...facts, status },
      { signedUp: user?.signedUp === true },
    );
  };
  try {
    const result = await work();
    await record(STATUS_DONE);
    return result;
  } catch (error) {
    const { status } = errorReply(error);
    if (status === 403 || status >= 500) await record(status);
    throw error;
  }
}
