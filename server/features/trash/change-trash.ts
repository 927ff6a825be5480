import type { AuditEntry } from '#contract/audit.ts';
import { nameOf, parseTreePath, type TreePath } from '#contract/paths.ts';
import type { RestoreRequest, TrashOutcome } from '#contract/trash.ts';
import { toActorPath, toTreePath } from '../../access/actor-paths.ts';
import { AppError } from '../../errors.ts';
import { errorReply } from '../../http/error-reply.ts';
import type { StoredTrash } from '../../metadata/trash.ts';
import { authorizePath } from '../../tree/authorize.ts';
import { requireChildPath } from '../../tree/entry-paths.ts';
import { untilCancelled, type OperationControl } from '../../tree/operation-control.ts';
import { purgeTrash } from '../../tree/purge-trash.ts';
import { restoreEntry } from '../../tree/restore-entry.ts';
import { shownTrash } from './list-trash.ts';
import { type Caller, requireTrash, type TrashService } from './trash.ts';

type Result = TrashOutcome['results'][number];

/** Restores several items, one after another. An item that cannot be restored does not keep the others from it. */
export async function restoreTrash(
  service: TrashService,
  caller: Caller,
  { ids, folder, onConflict = 'fail' }: RestoreRequest,
  control: OperationControl,
): Promise<TrashOutcome> {
  const { session } = caller;
  const { actor } = session;
  const into = folder === undefined ? undefined : toTreePath(actor, requirePath(folder));
  return forEach(ids, control, async (id) => {
    const trash = await requireTrash(service, session, id);
    const audited = { act: 'restore', about: trash.source } as const;
    const to = into === undefined ? trash.source : requireChildPath(into, nameOf(trash.source));
    return recorded(service, caller, { ...audited, destination: to }, async () => {
      const wanted = { trash, to, onConflict };
      const { result } = await restoreEntry(service.tree, actor, wanted, control);
      return { id, status: 200, path: toActorPath(actor, result.path) };
    });
  });
}

/** Deletes several items for good. */
export function deleteTrash(
  service: TrashService,
  caller: Caller,
  ids: readonly number[],
  control: OperationControl,
): Promise<TrashOutcome> {
  return forEach(ids, control, async (id) => {
    const trash = await requireTrash(service, caller.session, id);
    const audited = { act: 'trash-delete', about: trash.source } as const;
    return recorded(service, caller, audited, async () => {
      await purgeFor(service, caller, trash, control);
      return { id, status: 200 };
    });
  });
}

/** Deletes everything for good that the caller sees, the oldest items first. Returns those that could not be deleted. */
export async function emptyTrash(
  service: TrashService,
  caller: Caller,
  { isOnlyOwn }: { readonly isOnlyOwn: boolean },
  control: OperationControl,
): Promise<TrashOutcome> {
  const failed: Result[] = [];
  for await (const slice of shownTrash(service, caller.session, {
    isOnlyOwn,
    order: { isAscending: true },
  })) {
    const { results } = await forEach(slice, control, async (trash) => {
      await purgeFor(service, caller, trash, control);
      return { id: trash.id, status: 200 };
    });
    failed.push(...results.filter(({ status }) => status !== 200));
  }
  return { results: failed };
}

/** Deletes one item for good. Needs the permission that its deletion has needed. */
export async function purgeFor(
  { tree }: TrashService,
  { session: { actor } }: Caller,
  trash: StoredTrash,
  control: OperationControl,
): Promise<void> {
  authorizePath(actor, 'delete', trash.source);
  await purgeTrash(tree, trash, untilCancelled(control));
}

async function forEach<Item extends number | StoredTrash>(
  items: readonly Item[],
  { cancelled, stopping }: OperationControl,
  work: (item: Item) => Promise<Result>,
): Promise<TrashOutcome> {
  const results: Result[] = [];
  for (const item of items) {
    cancelled.throwIfAborted();
    stopping.throwIfAborted();
    const id = typeof item === 'number' ? item : item.id;
    results.push(await work(item).catch((error: unknown) => failureOf(id, error)));
  }
  return { results };
}

/** Records the change of one item in the audit log. */
async function recorded(
  { audit }: TrashService,
  { session: { user }, address }: Caller,
  about: Pick<AuditEntry, 'act' | 'about' | 'destination'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const record = (status: number): void =>
    audit.record(
      { at: Date.now(), username: user.username, address, ...about, status },
      { signedUp: user.signedUp === true },
    );
  try {
    const result = await work();
    record(result.status);
    return result;
  } catch (error) {
    const { status } = errorReply(error);
    if (status === 403 || status >= 500) record(status);
    throw error;
  }
}

function failureOf(id: number, error: unknown): Result {
  if (!(error instanceof AppError) || error.code === 'shutting-down') throw error;
  const { status, body } = errorReply(error);
  return { id, status, message: body.trim() };
}

function requirePath(text: string): TreePath {
  const path = parseTreePath(text);
  if (path !== undefined) return path;
  throw new AppError('invalid-path', 'not an acceptable folder', { refusal: { code: 'bad-path' } });
}
